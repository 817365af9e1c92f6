import { Refusal } from '../refusal.ts';

const RESPONSE_TYPES = ['application/json', 'text/event-stream'] as const;

/**
 * The `Accept` header as the SDK wants it, which knows the two types by their full names only. Any
 * of them may be answered with, so that both have to be accepted: by name, by a range, or by
 * no header at all.
 *
 * @throws Refusal `invalid_request` (406)
 */
export function requireBothTypes(accept: string | undefined): string {
  const ranges = (accept ?? '*/*').split(',').map((range) => range.replace(/;.*$/s, '').trim());
  const isAccepted = (type: string) =>
    ranges.some((range) =>
      [type, type.replace(/\/.*$/, '/*'), '*/*'].includes(range.toLowerCase()),
    );
  if (RESPONSE_TYPES.every(isAccepted)) return RESPONSE_TYPES.join(', ');
  throw new Refusal(
    'invalid_request',
    `\`Accept\` is ${JSON.stringify(accept)}; an answer here is ${RESPONSE_TYPES.join(' or ')}, and both must be accepted.`,
    { status: 406 },
  );
}

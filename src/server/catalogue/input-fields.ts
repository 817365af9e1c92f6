import { z } from 'zod';
import { isEmailAddress } from './email-address.ts';

/** Text of `min` to `max` code points; the bounds become part of the published schema. */
export function text(min: number, max: number, description: string) {
  const bounded = min > 0 ? z.string().min(min).max(max) : z.string().max(max);
  return bounded.describe(description);
}

/** An email address of up to `max` characters. */
export function email(max: number, description: string) {
  const address = z.string().max(max).refine(isEmailAddress);
  return address.meta({ format: 'email', description });
}

/** Text for which the specification gives no bounds. */
export function anyText(description: string) {
  return z.string().describe(description);
}

/** Texts by name; looked at up to the first that is none, since there may be very many. */
export function textsByName(description: string) {
  return z
    .record(z.string(), z.unknown())
    .meta({ additionalProperties: { type: 'string' }, description })
    .transform((all, { issues }) => {
      const wrong = Object.keys(all).find((name) => typeof all[name] !== 'string');
      if (wrong !== undefined) {
        issues.push({ code: 'custom', message: 'is no text', path: [wrong], input: all });
      }
      return all as Record<string, string>;
    });
}

/** A whole number from `min` to `max`, both included. */
export function integer(min: number, max: number, description: string) {
  return z.int().min(min).max(max).describe(description);
}

export function machineName() {
  return text(1, 200, "The machine's id, name or hostname.").meta({ examples: ['build-01'] });
}

export function skillName() {
  return text(1, 64, "The skill's name.").meta({ examples: ['deploy-check'] });
}

export function jobId() {
  return anyText("The job's cloud id, or the machine's own id of it.");
}

export function deliveryId() {
  return anyText("The delivery's cloud id, or the machine's own id of it.");
}

/** The cursor of a list, with which the next page is asked for. */
export function beforeCursor() {
  return anyText('Only what is older: the `next_before` of the previous page.').optional();
}

export function pageSize(max: number, byDefault: number) {
  return integer(1, max, 'How many to list at most.').default(byDefault);
}

/** How long an operation waits before it responds. */
export function waitSeconds(wait: { readonly max: number; readonly default: number }) {
  return integer(
    0,
    wait.max,
    'How many seconds to wait for the machine; after that the response is `pending`.',
  ).default(wait.default);
}

import type { Failure, FailureKind } from '../contract/failure.ts';
import { PROBLEMS } from '../contract/problem.ts';

interface ExitCode {
  readonly code: number;
  readonly meaning: string;
}

/** Every exit code with its meaning; `fleet help exit-codes` prints them. */
export const EXIT_CODES: readonly ExitCode[] = [
  {
    code: 0,
    meaning: 'done (also an empty list, and an accepted action that was not waited for)',
  },
  { code: 1, meaning: 'unexpected local failure' },
  {
    code: 2,
    meaning:
      'usage: flag, value, confirmation missing where nobody can be asked; invalid_request, invalid_json, ' +
      'invalid_args, unknown_command (400), unknown_tool, unknown operation',
  },
  { code: 3, meaning: 'declined at a prompt' },
  { code: 4, meaning: 'unauthorized, invalid_key, no key' },
  { code: 5, meaning: 'forbidden, denied_by_machine, plan_limit, revoked' },
  { code: 6, meaning: 'not found or ambiguous' },
  {
    code: 7,
    meaning:
      'network, unavailable, internal, rate_limited after the retries, a response that is not from ' +
      'the service, a redirect',
  },
  { code: 8, meaning: 'still pending when the wait ended; it continues, and its id is printed' },
  {
    code: 9,
    meaning: 'failed: the job failed, the command failed or expired, the claim failed or expired',
  },
  { code: 10, meaning: 'a person is needed' },
  {
    code: 11,
    meaning:
      'any other conflict (no_body, too_large, billing_unavailable, claim exists or claimed)',
  },
  { code: 126, meaning: 'the command after -- cannot be started (fleet secret)' },
  { code: 127, meaning: 'the command after -- was not found (fleet secret)' },
  { code: 130, meaning: 'interrupted (Ctrl-C)' },
  { code: 143, meaning: 'ended by SIGTERM, or by SIGHUP as its terminal was closed' },
];

const OF_KIND: Readonly<Record<Exclude<FailureKind, 'refused'>, number>> = {
  local: 1,
  usage: 2,
  declined: 3,
  no_key: 4,
  not_found: 6,
  network: 7,
  not_the_service: 7,
  pending: 8,
  work_failed: 9,
  person_needed: 10,
  conflict: 11,
  cannot_start: 126,
  interrupted: 130,
};

/** Codes whose exit code is not the one of their status. */
const OF_CODE: ReadonlyMap<string, number> = new Map([
  ['unknown_tool', 2],
  ['denied_by_machine', 5],
  ['revoked', 5],
  ['ambiguous_machine', 6],
  ['ambiguous_job', 6],
  ['ambiguous_delivery', 6],
]);

const STATUS_OF_CODE: ReadonlyMap<string, number> = new Map(
  Object.entries(PROBLEMS).map(([code, { status }]) => [code, status]),
);

/** Exit code of a failure: by the service's code where it refused, an unknown code by its status. */
export function exitCodeOf({ kind, facts }: Failure): number {
  if (kind === 'interrupted' && facts.code === 'terminated') return 143;
  if (kind === 'cannot_start' && facts.code === 'command_not_found') return 127;
  if (kind !== 'refused') return OF_KIND[kind];
  const byCode = OF_CODE.get(facts.code);
  if (byCode !== undefined) return byCode;
  // `unknown_command` is a wrong type at 400 and a missing command at 404.
  const known = facts.code === 'unknown_command' ? undefined : STATUS_OF_CODE.get(facts.code);
  return exitCodeOfStatus(known ?? facts.status ?? 500);
}

/** From the worst on; what is not there is better than all of them. */
const WORST_FIRST: readonly number[] = [1, 4, 7, 9, 5, 11, 6, 2, 10, 8];

/** The exit code of many machines: 0 where all have it, else the worst of them. */
export function worstExitCode(codes: readonly number[]): number {
  const given = new Set(codes);
  return WORST_FIRST.find((code) => given.has(code)) ?? codes.find((code) => code !== 0) ?? 0;
}

function exitCodeOfStatus(status: number): number {
  if (status === 400) return 2;
  if (status === 401) return 4;
  if (status === 402 || status === 403) return 5;
  if (status === 404) return 6;
  if (status === 429 || status >= 500) return 7;
  return 11;
}

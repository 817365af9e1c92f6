import type { FleetClient } from '../client/fleet-client.ts';
import type { FleetResponse } from '../client/response.ts';
import type { FollowTarget } from '../contract/pending-target.ts';
import type { FollowObserver } from './follow-progress.ts';
import type { PollOptions } from './poll.ts';

const LOOK_UP_MS = 30_000;
const COMMAND_WAIT_SECONDS_MAX = 30;

/** Everything that a follow needs; one object for all of its look-ups. */
export interface Following extends PollOptions {
  readonly client: FleetClient;
  readonly observe: FollowObserver | undefined;
  /** Called with the record of each look-up, changed or not. */
  readonly seen?: FollowSeen | undefined;
  /** Told of the first look-up in a row to which the service gave no answer; `observe` is told anew after it. */
  readonly missed?: (() => void) | undefined;
  /** Told where a machine has not answered at once, before it is waited for. */
  readonly unanswered?: (() => void) | undefined;
  /** Whether the following goes on while a person is needed. */
  readonly pastQuestions?: boolean | undefined;
}

/** Sees the job or command of one look-up. */
export type FollowSeen = (target: FollowTarget, record: unknown) => void;

/** `GET /api/v1/jobs/{job}`, the same as get_job. Throws `Failure`. */
export function lookUpJob(
  following: Following,
  id: string,
  remainingMs: number,
): Promise<FleetResponse> {
  return get(following, { path: `/api/v1/jobs/${encodeURIComponent(id)}`, remainingMs });
}

/** `GET /api/v1/commands/{command}`, the same as get_command, held up to 30 s. Throws `Failure`. */
export function lookUpCommand(
  following: Following,
  id: string,
  remainingMs: number,
): Promise<FleetResponse> {
  const waitSeconds = Math.max(
    0,
    Math.min(COMMAND_WAIT_SECONDS_MAX, Math.floor(remainingMs / 1000)),
  );
  const path = `/api/v1/commands/${encodeURIComponent(id)}?wait=${waitSeconds}`;
  return get(following, { path, remainingMs: remainingMs - waitSeconds * 1000, waitSeconds });
}

interface LookUp {
  readonly path: string;
  readonly remainingMs: number;
  readonly waitSeconds?: number;
}

function get(
  { client, signal }: Following,
  { path, remainingMs, waitSeconds = 0 }: LookUp,
): Promise<FleetResponse> {
  return client.request('GET', path, {
    operationClass: 'read',
    waitSeconds,
    timeoutMs: Math.min(LOOK_UP_MS, Math.max(1_000, remainingMs)),
    ...(signal === undefined ? {} : { signal }),
  });
}

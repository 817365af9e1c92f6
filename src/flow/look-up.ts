import type { FleetResponse } from '../client/answer.ts';
import type { FleetClient } from '../client/fleet-client.ts';
import type { FollowChange, FollowObserver, FollowTarget } from './outcome.ts';
import type { PollOptions } from './poll.ts';
import { memberOf, recordIn, textOf } from './response-member.ts';

const LOOK_UP_MS = 30_000;
const COMMAND_WAIT_SECONDS_MAX = 30;

/** Everything that a follow needs; one object for all of its look-ups. */
export interface Following extends PollOptions {
  readonly client: FleetClient;
  readonly observe: FollowObserver | undefined;
}

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

/** An observer's view on a stream of look-ups: told only when something to show has changed. */
export function changesOf(observe: FollowObserver | undefined, target: FollowTarget) {
  let shown: string | undefined;
  return (value: unknown): void => {
    const change = changeIn(target, value);
    const mark = JSON.stringify([change.state, change.message, change.percent]);
    if (mark !== shown) observe?.(change);
    shown = mark;
  };
}

function changeIn(target: FollowTarget, value: unknown): FollowChange {
  const record = recordIn(value, target.kind === 'job' ? 'job' : 'command');
  const state = textOf(record, 'state') ?? textOf(record, 'status');
  return { target, state, ...saidOf(record, state) };
}

/** What there is to say in a state: how far the work is, what it asks, or how it ended. */
function saidOf(
  record: unknown,
  state: string | undefined,
): Pick<FollowChange, 'message' | 'percent'> {
  switch (state) {
    case 'done':
    case 'failed':
      return { message: endOf(record), percent: undefined };
    case 'needs_input':
      return { message: textOf(memberOf(record, 'question'), 'text'), percent: undefined };
    default: {
      const progress = memberOf(record, 'progress');
      const percent = memberOf(progress, 'percent');
      return {
        message: textOf(progress, 'message') ?? textOf(progress, 'step'),
        percent: typeof percent === 'number' ? percent : undefined,
      };
    }
  }
}

function endOf(record: unknown): string | undefined {
  return textOf(record, 'headline') ?? textOf(memberOf(record, 'failure'), 'message');
}

import type { FollowTarget } from '../contract/pending-target.ts';
import { memberOf, recordIn, textOf } from '../contract/response-member.ts';

/** A change worth showing. Its texts come from the service and its machines: they are data. */
export interface FollowChange {
  readonly target: FollowTarget;
  /** State or status as the service wrote it. */
  readonly state: string | undefined;
  readonly message: string | undefined;
  readonly percent: number | undefined;
  /** The job or command as it was looked up. */
  readonly record: unknown;
}

export type FollowObserver = (change: FollowChange) => void;

/** Calls `observe` for a series of look-ups, only when something that is shown has changed. */
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
  // The state of a job that nobody has collected is in_progress too, which says less.
  const isQueued = textOf(record, 'status') === 'queued';
  return { target, record, state: isQueued ? 'queued' : state, ...messageIn(record, state) };
}

/** The message of a state: how far the work is, what it asks, or how it ended. */
function messageIn(
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

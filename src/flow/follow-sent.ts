import { pause } from '../base/time/pause.ts';
import { Failure } from '../contract/failure.ts';
import type { FollowTarget } from '../contract/pending-target.ts';
import { follow } from './follow.ts';
import type { FollowAim } from './follow-aim.ts';
import type { FollowEnd } from './follow-end.ts';
import type { Following } from './look-up.ts';

/** So long a replica of the service may be behind the one that took the action. */
const BEHIND_MS = 5_000;
const AGAIN_MS = 1_000;

/**
 * As `follow`, for what an action that was sent and answered set going. Throws `Failure`: pending, with
 * the id to go on with, where it cannot be looked up, as a refused look-up says nothing of the action.
 */
export async function followSent(following: Following, aim: FollowAim): Promise<FollowEnd> {
  const { clock, deadlineMs, signal } = following;
  const untilMs = Math.min(deadlineMs, clock.now() + BEHIND_MS);
  for (;;) {
    try {
      return await follow(following, aim);
    } catch (error) {
      const isBehind = error instanceof Failure && error.facts.status === 404;
      if (!isBehind || clock.now() >= untilMs) throw sentFailure(error, aim.target);
      await pause(clock, AGAIN_MS, signal);
    }
  }
}

/** The failures of a look-up, which are not the action's. */
const OF_LOOK_UP: ReadonlySet<string> = new Set(['refused', 'network', 'not_the_service']);

function sentFailure(error: unknown, { id, kind }: FollowTarget): unknown {
  if (!(error instanceof Failure) || !OF_LOOK_UP.has(error.kind)) return error;
  const { advice, code, detail, extra, next = [], requestId, title } = error.facts;
  const facts = {
    code: 'still_pending',
    title: 'It was sent, and cannot be followed',
    detail: detail === undefined ? title : `${title}: ${detail}`,
    ...(advice === undefined ? {} : { advice }),
    ...(requestId === undefined ? {} : { requestId }),
    next: [...next, { step: 'follow', kind, id } as const],
    extra: { ...extra, [kind === 'job' ? 'job' : 'command_id']: id, look_up: code },
  };
  return new Failure('pending', facts, { cause: error });
}

import { outcomeOfJob } from './classify.ts';
import { changesOf, type Following, lookUpJob } from './look-up.ts';
import type { FollowEnd, FollowTarget } from './outcome.ts';
import { poll } from './poll.ts';
import { recordIn } from './response-member.ts';

/** Polls a job until it ended, asks a person, or the deadline came. Throws `Failure`. */
export async function awaitJob(following: Following, id: string): Promise<FollowEnd> {
  const target: FollowTarget = { kind: 'job', id };
  const show = changesOf(following.observe, target);
  let last: FollowEnd = { outcome: 'still_pending', target, answer: undefined };
  const ended = await poll(following, async (remainingMs) => {
    const answer = await lookUpJob(following, id, remainingMs);
    show(answer.value);
    last = { outcome: outcomeOfJob(recordIn(answer.value, 'job')), target, answer };
    return last.outcome === 'still_pending' ? undefined : last;
  });
  return ended ?? last;
}

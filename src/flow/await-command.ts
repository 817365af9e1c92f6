import { outcomeOfCommand } from './classify.ts';
import { changesOf, type Following, lookUpCommand } from './look-up.ts';
import type { FollowEnd, FollowTarget } from './outcome.ts';
import { poll } from './poll.ts';
import { recordIn } from './response-member.ts';

/** Waits on a command until it finished or the deadline came. Throws `Failure`. */
export async function awaitCommand(following: Following, id: string): Promise<FollowEnd> {
  const target: FollowTarget = { kind: 'command', id };
  const show = changesOf(following.observe, target);
  let last: FollowEnd = { outcome: 'still_pending', target, answer: undefined };
  const ended = await poll(following, async (remainingMs) => {
    const answer = await lookUpCommand(following, id, remainingMs);
    show(answer.value);
    last = { outcome: outcomeOfCommand(recordIn(answer.value, 'command')), target, answer };
    return last.outcome === 'still_pending' ? undefined : last;
  });
  return ended ?? last;
}

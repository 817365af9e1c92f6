import { backgroundClock } from '../../base/time/clock.ts';
import { commitSome } from './commit-writes.ts';
import { type CommitOptions, type Transact, turnsOf, type Waiting } from './waiting-write.ts';

interface TogetherOptions extends CommitOptions {
  /** A commit that takes longer than this does not keep others back, */
  readonly patienceMs: number;
  /** while no more than these are under way. */
  readonly besideMax: number;
  /** So many of one turn are committed together, as they run one after the other. */
  readonly sameTurnMax: number;
}

/** Writes of one commit: a few dozen share its cost, more would only let the first of them wait. */
const TOGETHER_MAX = 64;

/**
 * Runs transactions one after the other, and commits those together that wait at the same time. Where
 * one of them fails, nothing of all is kept and they run once more, each in a savepoint, so that it
 * leaves nothing and disturbs no other. A caller is told of success or failure once all is
 * committed, since its work may have seen what others before it wrote. One that waits alone is an
 * ordinary transaction.
 */
export function createTogether(options: TogetherOptions): Transact {
  const { besideMax, patienceMs } = options;
  let waiting: Waiting[] = [];
  const busy = new Set<string>();
  let running = 0;
  let slow = 0;

  /** Those that wait and share no turn with a commit under way. */
  function take(): readonly Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    const inTurn = new Map<string, number>();
    for (const one of waiting) {
      const behind = Math.max(0, ...one.turns.map((turn) => inTurn.get(turn) ?? 0));
      const isFree = behind < options.sameTurnMax && !one.turns.some((turn) => busy.has(turn));
      (isFree && taken.length < TOGETHER_MAX ? taken : left).push(one);
      // One that stays keeps those of its turns behind it.
      for (const turn of one.turns) inTurn.set(turn, isFree ? behind + 1 : Infinity);
    }
    waiting = left;
    return taken;
  }

  /** Begins a commit, unless one is under way that does not take long yet. */
  async function begin(): Promise<void> {
    if (running > slow || running >= besideMax || waiting.length === 0) return;
    running += 1;
    // Requests that are read in the same turn of the event loop join, and others run in between.
    await nextTurn();
    const taken = take();
    const turns = turnsOf(taken);
    for (const turn of turns) busy.add(turn);
    let isSlow = false;
    const cancel = backgroundClock.after(patienceMs, () => {
      isSlow = true;
      slow += 1;
      void begin();
    });
    const left = await commitSome(taken, options);
    cancel();
    for (const turn of turns) busy.delete(turn);
    waiting = [...left, ...waiting];
    running -= 1;
    if (isSlow) slow -= 1;
    // What waits for a turn that is still busy begins when that commit ends.
    if (taken.length > 0 || running === 0) void begin();
  }

  return (work, turns = []) =>
    new Promise((succeed, fail) => {
      waiting.push({ work, turns, succeed, fail });
      void begin();
    });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

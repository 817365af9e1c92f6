import { backgroundClock, type Clock } from '../../../base/time/clock.ts';
import { createBatchDelay } from './batch-delay.ts';

interface GatherOptions<In, Out> {
  /** Does what was asked for together, and gives an answer for each, in their order. */
  readonly run: (asked: readonly In[]) => Promise<readonly Out[]>;
  /** So many at once at most. */
  readonly max: number;
  /** What takes longer than this no longer keeps others back. */
  readonly patienceMs: number;
  /** Whether those who may wait do so a little for more, where that is worth it (`batch-delay.ts`). */
  readonly waitsForMore?: boolean;
  readonly clock?: Clock;
}

interface AskedOne<In, Out> {
  readonly asked: In;
  readonly mayWait: boolean;
  readonly succeed: (answer: Out) => void;
  readonly fail: (error: unknown) => void;
}

/** @param mayWait whether it is in no hurry: with one that is, nobody waits for more */
type Gather<In, Out> = (asked: In, mayWait?: boolean) => Promise<Out>;

/**
 * Does at once what comes in first, and together what comes in meanwhile: the busier the process, the
 * fewer statements it sends for as many requests. Rejects all that were asked together where `run` rejects.
 */
export function gather<In, Out>(options: GatherOptions<In, Out>): Gather<In, Out> {
  const { run, max, patienceMs, waitsForMore = false, clock = backgroundClock } = options;
  const delay = waitsForMore ? createBatchDelay(clock) : undefined;
  const waiting: AskedOne<In, Out>[] = [];
  let holdsBack = false;

  /** How many share the next run; none is waited for where one of them is in a hurry. */
  const sharing = (): number =>
    waiting.every(({ mayWait }) => mayWait) ? waiting.length : Number.POSITIVE_INFINITY;

  /** Runs until nobody waits, or until a run takes too long and the next one is begun beside it. */
  async function runAll(): Promise<void> {
    // What is read in the same turn of the event loop joins.
    await new Promise((resolve) => setImmediate(resolve));
    await delay?.wait(sharing());
    const now = waiting.splice(0, max);
    let mayGoOn = true;
    const goOn = (): void => {
      if (!mayGoOn) return;
      mayGoOn = false;
      if (waiting.length > 0) void runAll();
      else holdsBack = false;
    };
    const cancel = clock.after(patienceMs, goOn);
    const begunAt = clock.now();
    try {
      const answers = await run(now.map(({ asked }) => asked));
      for (const [place, { succeed }] of now.entries()) succeed(answers[place] as Out);
    } catch (error) {
      for (const { fail } of now) fail(error);
    }
    delay?.ended(now.length, clock.now() - begunAt);
    cancel();
    goOn();
  }

  return (asked, mayWait = true) =>
    new Promise((succeed, fail) => {
      waiting.push({ asked, mayWait, succeed, fail });
      delay?.joined(sharing());
      if (holdsBack) return;
      holdsBack = true;
      void runAll();
    });
}

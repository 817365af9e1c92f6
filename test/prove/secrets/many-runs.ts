import { type CrashResult, crashRun } from './crash-run.ts';
import { startOnlooker } from './onlooker.ts';
import { planOf } from './plan.ts';
import { startRealFleet } from './real-fleet.ts';
import { CHILD_MARK } from './sink-under-test.ts';

export interface ManyRuns {
  readonly first: number;
  readonly count: number;
  /** How many run at the same time. */
  readonly atOnce: number;
  readonly done?: (result: CrashResult) => void;
}

/** Plays the runs of many seeds against one server and machine, several at a time, watched from outside. */
export async function manyRuns({
  atOnce,
  count,
  done,
  first,
}: ManyRuns): Promise<readonly CrashResult[]> {
  const fleet = await startRealFleet();
  const onlooker = startOnlooker(CHILD_MARK);
  const results: CrashResult[] = [];
  let next = first;
  const worker = async (): Promise<void> => {
    while (next < first + count) {
      const seed = next;
      next += 1;
      const result = await crashRun(planOf(seed), fleet, onlooker);
      results.push(result);
      done?.(result);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
    return results;
  } finally {
    onlooker.stop();
    await fleet.close();
  }
}

/** How often each word occurs, most often first. */
export function tally(words: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}

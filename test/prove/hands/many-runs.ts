import { eachRun, type HandsResult } from './each-run.ts';
import { startHandsFleet } from './hands-fleet.ts';
import { handsPlanOf } from './hands-plan.ts';

interface ManyRuns {
  readonly first: number;
  readonly count: number;
  /** How many run at the same time. */
  readonly atOnce: number;
  readonly done?: (result: HandsResult) => void;
}

/** Plays the runs of many seeds against one server. */
export async function manyHandsRuns(given: ManyRuns): Promise<readonly HandsResult[]> {
  const { atOnce, count, done, first } = given;
  const fleet = await startHandsFleet();
  const results: HandsResult[] = [];
  let next = first;
  const worker = async (): Promise<void> => {
    while (next < first + count) {
      const seed = next;
      next += 1;
      const result = await eachRun(handsPlanOf(seed), fleet);
      results.push(result);
      done?.(result);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
    return results;
  } finally {
    await fleet.close();
  }
}

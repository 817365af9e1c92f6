import { eachRun, type HandsResult } from './each-run.ts';
import { startHandsFleet } from './hands-fleet.ts';
import { handsPlanOf } from './hands-plan.ts';
import { startPushFleet } from './push-fleet.ts';
import { pushPlanOf } from './push-plan.ts';
import { pushRun } from './push-run.ts';

interface ManyRuns {
  readonly first: number;
  readonly count: number;
  /** How many run at the same time. */
  readonly atOnce: number;
  readonly done?: (result: HandsResult) => void;
}

/** Plays the runs of many seeds, of which the odd ones are `fleet each`, the even ones are `fleet skill push`. */
export async function manyHandsRuns(given: ManyRuns): Promise<readonly HandsResult[]> {
  const { atOnce, count, done, first } = given;
  const fleet = await startHandsFleet();
  const pushFleet = await startPushFleet();
  const results: HandsResult[] = [];
  let next = first;
  const worker = async (): Promise<void> => {
    while (next < first + count) {
      const seed = next;
      next += 1;
      const isEach = seed % 2 === 1;
      const result = isEach
        ? await eachRun(handsPlanOf(seed), fleet)
        : await pushRun(pushPlanOf(seed), pushFleet);
      results.push(result);
      done?.(result);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
    return results;
  } finally {
    await Promise.all([fleet.close(), pushFleet.close()]);
  }
}

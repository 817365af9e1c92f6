import { playSeeds, type SeededRuns } from '../seeded-runs.ts';
import { eachRun, type HandsResult } from './each-run.ts';
import { startHandsFleet } from './hands-fleet.ts';
import { handsPlanOf } from './hands-plan.ts';
import { startPushFleet } from './push-fleet.ts';
import { pushPlanOf } from './push-plan.ts';
import { pushRun } from './push-run.ts';

/** Plays the runs of many seeds, of which the odd ones are `fleet each`, the even ones are `fleet skill push`. */
export async function manyHandsRuns(
  runs: SeededRuns<HandsResult>,
): Promise<readonly HandsResult[]> {
  const fleet = await startHandsFleet();
  const pushFleet = await startPushFleet();
  try {
    return await playSeeds(runs, (seed) =>
      seed % 2 === 1 ? eachRun(handsPlanOf(seed), fleet) : pushRun(pushPlanOf(seed), pushFleet),
    );
  } finally {
    await Promise.all([fleet.close(), pushFleet.close()]);
  }
}

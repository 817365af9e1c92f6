import { playSeeds, type SeededRuns } from '../seeded-runs.ts';
import { type CrashResult, crashRun } from './crash-run.ts';
import { startOnlooker } from './onlooker.ts';
import { planOf } from './plan.ts';
import { startRealFleet } from './real-fleet.ts';
import { CHILD_MARK } from './sink-under-test.ts';

/** Plays the runs of many seeds against one server and machine, several at a time, watched from outside. */
export async function manyRuns(runs: SeededRuns<CrashResult>): Promise<readonly CrashResult[]> {
  const fleet = await startRealFleet();
  const onlooker = startOnlooker(CHILD_MARK);
  try {
    return await playSeeds(runs, (seed) => crashRun(planOf(seed), fleet, onlooker));
  } finally {
    onlooker.stop();
    await fleet.close();
  }
}

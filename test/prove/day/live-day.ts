import { runFleet } from '../../support/run-fleet.ts';
import { type DayStep, daySteps } from './day-steps.ts';
import { startDayFleet } from './start-day-fleet.ts';

interface LivedStep {
  readonly does: string;
  readonly command: string;
  readonly ms: number;
  readonly wrong?: string;
}

/** Does what an operator does in a day, one command after the other, on 40 machines and so many jobs. */
export async function liveDay(
  jobs: number,
  steps: readonly DayStep[] = daySteps(jobs),
): Promise<readonly LivedStep[]> {
  const fleet = await startDayFleet(jobs);
  const env = { FLEET_BASE_URL: fleet.baseUrl, FLEET_API_KEY: fleet.keys.admin };
  const kept = new Map<string, string>();
  const lived: LivedStep[] = [];
  try {
    for (const { args, does, exitCode = 0, keepAs, wrong } of steps) {
      const words = args.map((word) => kept.get(word) ?? word);
      const begun = performance.now();
      const run = await runFleet(words, { env, timeoutMs: 120_000 });
      const ms = Math.round(performance.now() - begun);
      if (keepAs !== undefined) kept.set(`$${keepAs}`, run.stdout.split('\n')[0] ?? '');
      const said = run.stderr.trim().slice(0, 500);
      const fault =
        run.code === exitCode ? wrong(run) : `it ended with ${run.code}, not ${exitCode}: ${said}`;
      const command = `fleet ${words.join(' ')}`;
      lived.push({ does, command, ms, ...(fault === undefined ? {} : { wrong: fault }) });
    }
  } finally {
    await fleet.stop();
  }
  return lived;
}

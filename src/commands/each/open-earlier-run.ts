import { messageOf } from '../../base/errors.ts';
import { usageFailure } from '../../contract/failure.ts';
import { type EarlierRun, readEarlierRun } from '../../flow/each/earlier-run.ts';
import { appendLine } from '../../flow/each/end-of-file.ts';
import { killedRuns } from '../../flow/each/killed-runs.ts';
import { type HeldOutput, isOutput, isWritten } from '../../flow/each/output-lock.ts';
import { doneLine, givenBackLine, takenOnLine } from '../../flow/each/run-lines.ts';
import type { SelectedMachine } from '../../flow/each/select-machines.ts';
import type { Runtime } from '../runtime.ts';

/** What an earlier run left to be done. */
export interface OpenWork {
  readonly earlier: EarlierRun;
  /** Says in the file that a run does it on these machines, so that no other run does. Throws `Failure` usage. */
  takeOn(run: string, targets: readonly SelectedMachine[]): void;
  /** Says in the file that the run has sent something to all of them, where another file has its lines. */
  done(run: string): void;
  /** Says in the file that the run will send nothing. */
  giveBack(run: string): void;
}

/** Reads the file of an earlier run, which has to have ended. Throws `Failure` usage. */
export async function openEarlierRun(
  path: string,
  { held, operation }: { readonly held: HeldOutput | undefined; readonly operation: string },
  runtime: Runtime,
): Promise<OpenWork> {
  const goesOnStill = await isWritten(path, runtime.folders.state, held).catch((error: unknown) => {
    throw notKnown(error);
  });
  if (goesOnStill) throw goesOn(path);
  const text = readText(path, runtime);
  const killed = await killedRuns(path, runtime.folders.state);
  const earlier = readEarlierRun(text, operation, killed);
  for (const { forget, run } of killed) if (earlier.toldRuns.has(run)) forget();
  const tell = (line: string): void => {
    try {
      appendLine(path, line);
    } catch {
      // Then they count as unclear there, and none of them is sent to a second time.
    }
  };
  const giveBack = (run: string): void => tell(givenBackLine(run));
  return {
    earlier,
    giveBack,
    takeOn(run, targets) {
      const line = takenOnLine(run, targets);
      try {
        appendLine(path, line);
      } catch (error) {
        throw usageFailure(
          '--retry-from is not usable',
          `${path} cannot be written to, and a run that repeats it says so there: ${messageOf(error)}`,
        );
      }
      if (!isFirstAfter(readText(path, runtime), text, line)) {
        giveBack(run);
        throw usageFailure('--retry-from is in use', `Another run repeats ${path} at this moment.`);
      }
    },
    done(run) {
      if (!isOutput(path)) tell(doneLine(run));
    },
  };
}

/** What is not in the file yet may be sent by that run, and what is noted in it may be written over. */
function goesOn(path: string): Error {
  return usageFailure(
    'The earlier run goes on',
    `A run still writes to ${path}. Nothing was sent.`,
    'Repeat what it leaves when it has ended.',
  );
}

/** Two runs that cannot see each other send the same. */
function notKnown(error: unknown): Error {
  return usageFailure(
    '--retry-from cannot tell whether the earlier run goes on',
    `The state folder cannot be used: ${messageOf(error)}. Nothing was sent.`,
    'Set FLEET_STATE_DIR to a folder that can be written to, for each run.',
  );
}

/** Whether nobody else wrote to the file between the reading and this line. */
function isFirstAfter(now: string, before: string, line: string): boolean {
  return now.startsWith(before) && now.slice(before.length).trimStart().startsWith(line);
}

function readText(path: string, runtime: Runtime): string {
  try {
    return runtime.readTextFile(path, 'regular');
  } catch (error) {
    throw usageFailure('--retry-from cannot be read', messageOf(error));
  }
}

import { appendFileSync } from 'node:fs';
import { messageOf } from '../../base/errors.ts';
import { usageFailure } from '../../contract/failure.ts';
import { type EarlierRun, readEarlierRun, takenOnLine } from '../../flow/each/earlier-run.ts';
import { type HeldOutput, isWritten } from '../../flow/each/output-lock.ts';
import type { SelectedMachine } from '../../flow/each/select-machines.ts';
import type { Runtime } from '../runtime.ts';

/** What an earlier run left to be done. */
export interface OpenWork {
  readonly earlier: EarlierRun;
  /** Says in the file that this run does it on these machines, so that no other run does. Throws `Failure` usage. */
  takeOn(targets: readonly SelectedMachine[]): void;
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
  const earlier = readEarlierRun(text, operation);
  return {
    earlier,
    takeOn(targets) {
      const runId = `${runtime.clock.now().toString(36)}-${Math.floor(runtime.random() * 1e9).toString(36)}`;
      const line = takenOnLine(runId, targets);
      const gap = text.endsWith('\n') ? '' : '\n';
      try {
        appendFileSync(path, `${gap}${line}\n`);
      } catch (error) {
        throw usageFailure(
          '--retry-from is not usable',
          `${path} cannot be written to, and a run that repeats it says so there: ${messageOf(error)}`,
        );
      }
      if (!isFirstAfter(readText(path, runtime), text, line)) {
        throw usageFailure('--retry-from is in use', `Another run repeats ${path} at this moment.`);
      }
    },
  };
}

/** The targets of an earlier run that are still selected; with nothing but the file, all of them. */
export function stillSelected(
  notSent: readonly SelectedMachine[],
  selected: readonly SelectedMachine[] | undefined,
): readonly SelectedMachine[] {
  if (selected === undefined) return notSent;
  const ids = new Set(selected.map(({ id }) => id));
  return notSent.filter(({ id }) => ids.has(id));
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

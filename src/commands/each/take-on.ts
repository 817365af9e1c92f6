import { appendFileSync } from 'node:fs';
import { messageOf } from '../../base/errors.ts';
import { usageFailure } from '../../contract/failure.ts';
import { type EarlierRun, readEarlierRun, takenOnLine } from '../../flow/each/earlier-run.ts';
import { killedRuns, unclearMachines } from '../../flow/each/killed-runs.ts';
import { type HeldOutput, isWritten } from '../../flow/each/output-lock.ts';
import type { SelectedMachine } from '../../flow/each/select-machines.ts';
import type { Runtime } from '../runtime.ts';

/** An earlier run, and what nobody knows of it. */
export interface EarlierWork extends EarlierRun {
  /** The machines to which a killed run may have sent something: no line tells. They are left alone. */
  readonly unclear: readonly SelectedMachine[];
}

/** What an earlier run left to be done. */
export interface OpenWork {
  readonly earlier: EarlierWork;
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
  const unclear = unclearMachines(text, await killedRuns(path, runtime.folders.state));
  return {
    earlier: earlierWork(text, operation, unclear),
    takeOn(targets) {
      const line = takenOnLine(newRunId(runtime), targets);
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

function earlierWork(
  text: string,
  operation: string,
  unclear: readonly SelectedMachine[],
): EarlierWork {
  // A run may be killed before its first line.
  const hasNothing = unclear.length > 0 && text.trim() === '';
  const earlier = hasNothing ? NOTHING_TOLD : readEarlierRun(text, operation);
  const ids = new Set(unclear.map(({ id }) => id));
  return { ...earlier, notSent: earlier.notSent.filter(({ id }) => !ids.has(id)), unclear };
}

const NOTHING_TOLD: EarlierRun = { notSent: [], othersCount: 0, takenOnCount: 0 };

/** The name of a run, which no other has. */
export function newRunId({ clock, random }: Pick<Runtime, 'clock' | 'random'>): string {
  return `${clock.now().toString(36)}-${Math.floor(random() * 1e9).toString(36)}`;
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

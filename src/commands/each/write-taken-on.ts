import { gapAfter, STDOUT_PATH } from '../../flow/each/end-of-file.ts';
import { isOutput, outputHasLines } from '../../flow/each/output-lock.ts';
import { takenOnLine } from '../../flow/each/run-lines.ts';
import type { SelectedMachine } from '../../flow/each/select-machines.ts';
import { formatName } from '../../terminal/print-options.ts';
import type { Runtime } from '../runtime.ts';
import type { OpenWork } from './open-earlier-run.ts';
import type { EachCall } from './read-each.ts';

interface Taken {
  readonly run: string;
  readonly targets: readonly SelectedMachine[];
  /** What it repeats. */
  readonly work: OpenWork | undefined;
}

/**
 * Says in a file of rows that a run is appended to which machines it takes on: a row for each comes as it ends,
 * and a killed run has none for some. Throws `Failure` local.
 */
export async function writeTakenOn(
  { call: { flags }, retryFrom }: EachCall,
  { run, targets, work }: Taken,
  runtime: Runtime,
): Promise<void> {
  const isRows = flags.query === undefined && flags.columns === undefined;
  if (!isRows || formatName(flags, runtime) !== 'jsonl' || !outputHasLines()) return;
  if (retryFrom !== undefined && isOutput(retryFrom)) return;
  try {
    await runtime.stdout.write(`${gapAfter(STDOUT_PATH)}${takenOnLine(run, targets)}\n`);
  } catch (error) {
    work?.giveBack(run);
    throw error;
  }
}

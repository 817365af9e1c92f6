import { markCatalogueStale } from '../../client/catalogue/cache.ts';
import { classThatCounts } from '../../contract/confirmation.ts';
import { noteRun } from '../../flow/each/killed-runs.ts';
import { listMachines } from '../../flow/each/list-machines.ts';
import { holdOutput } from '../../flow/each/output-lock.ts';
import { type EachRun, runEach } from '../../flow/each/run-each.ts';
import { newRunId } from '../../flow/each/run-id.ts';
import { type SelectedMachine, selectMachines } from '../../flow/each/select-machines.ts';
import { endableLong } from '../../terminal/endable.ts';
import { exitCodeOf, worstExitCode } from '../../terminal/exit-codes.ts';
import { interruptedWith, interruptionSignal } from '../../terminal/interruption.ts';
import { commandName } from '../operation/command-name.ts';
import { followTime, warnOfSnapshot, withRenewal, withWholeIds } from '../operation/run.ts';
import { waitNote } from '../operation/wait-note.ts';
import type { Runtime } from '../runtime.ts';
import { confirmEach } from './confirm-each.ts';
import { printEachDryRun } from './dry-run.ts';
import { createEachPrinter, type EachPrinter } from './each-printer.ts';
import { type OpenWork, openEarlierRun } from './open-earlier-run.ts';
import type { EachCall } from './read-each.ts';
import { type EachRow, resultRow, withoutTexts } from './result-row.ts';
import { writeTakenOn } from './write-taken-on.ts';

/**
 * Sends one operation to many machines: they are selected and frozen as ids, a person is asked once where
 * that is due, and what became of each is printed as it ends. Gives the exit code; throws `Failure`.
 */
export async function callEach(typed: EachCall, runtime: Runtime): Promise<number> {
  const { client } = readerOf(typed);
  const held = await holdOutput(runtime.folders.state, { repeats: typed.retryFrom });
  try {
    const { call, given } = await withWholeIds(typed.call, runtime);
    const each = { ...typed, call };
    const followTimeoutMs = followTime(call.flags);
    const printer = await createEachPrinter(call, runtime);
    const work =
      each.retryFrom === undefined
        ? undefined
        : await openEarlierRun(
            each.retryFrom,
            { held, operation: call.operation.tool.name },
            runtime,
          );
    const targets = await targetsOf(each, work);
    await printer.begin(targets, work?.earlier);
    const leftCode = work === undefined ? 0 : codeOfLeft(work, targets);
    if (targets.length === 0) return leftCode;
    if (call.flags['dry-run'] === true) {
      return worstExitCode([leftCode, await printEachDryRun(call, targets, runtime)]);
    }
    await confirmEach({ call, targets, given }, runtime);
    await warnOfSnapshot(call, runtime);
    const run = newRunId(runtime);
    work?.takeOn(run, targets);
    await writeTakenOn(each, { run, targets, work }, runtime);
    const forget = await noteRun(runtime.folders.state, held, { machines: targets, run });
    const { exitCode, isSentToAll } = await withRenewal(call, () =>
      sendEach(each, { followTimeoutMs, leftCode, printer, run, targets }, runtime),
    );
    // What could not be written is told by the note alone.
    forget();
    if (isSentToAll) work?.done(run);
    if (interruptedWith() === undefined) printer.requireFit();
    return exitCode;
  } finally {
    held?.release();
    await client.close();
  }
}

async function targetsOf(
  { retryFrom, selector, ...each }: EachCall,
  work: OpenWork | undefined,
): Promise<readonly SelectedMachine[]> {
  const { client } = readerOf(each);
  const machines = await listMachines(client, interruptionSignal());
  const selected = await endableLong(() => selectMachines(machines, selector));
  if (work === undefined) return selected;
  const open = new Set(work.earlier.notSent.map(({ id }) => id));
  return selected.filter(({ id }) => open.has(id));
}

/** As where a machine is named that is not there. */
const LEFT = 6;

/** A run repeats an earlier one only where it takes on all that is open: a script reads nothing but this. */
function codeOfLeft({ earlier }: OpenWork, targets: readonly SelectedMachine[]): number {
  const leftCount = earlier.notSent.length - targets.length;
  return leftCount + earlier.unclear.length + earlier.untoldCount > 0 ? LEFT : 0;
}

/** So many rows are written at once. */
const BATCH_ROWS = 1_000;

interface Sending {
  /** Its id. */
  readonly run: string;
  readonly targets: readonly SelectedMachine[];
  readonly printer: EachPrinter;
  readonly followTimeoutMs: number | undefined;
  /** The exit code of the machines of an earlier run that are left to another one. */
  readonly leftCode: number;
}

async function sendEach(
  each: EachCall,
  { followTimeoutMs, leftCode, printer, run: runId, targets }: Sending,
  runtime: Runtime,
): Promise<{ readonly exitCode: number; readonly isSentToAll: boolean }> {
  const { tool } = each.call.operation;
  const operationClass = classThatCounts(tool.name, tool.class);
  const { cache, client } = readerOf(each);
  const run: EachRun = {
    client,
    clock: runtime.clock,
    tool,
    operationClass,
    input: each.call.input,
    targets,
    parallel: each.parallel,
    signal: interruptionSignal(),
    waits: waitNote(each.call.flags, runtime),
    ...(followTimeoutMs === undefined ? {} : { followTimeoutMs, observeTarget: printer.observe }),
  };
  const called = {
    run: runId,
    runMachines: targets.length,
    operation: tool.name,
    operationClass,
    isFollowed: followTimeoutMs !== undefined,
    waitWasGiven: Number(each.call.input['wait_seconds'] ?? 0) > 0,
  };
  const rows: EachRow[] = [];
  async function* ended(): AsyncGenerator<readonly EachRow[], void, undefined> {
    let batch: EachRow[] = [];
    for await (const result of runEach(run)) {
      const row = resultRow(result, called);
      rows.push(withoutTexts(row));
      batch.push(row);
      // After Ctrl-C a person waits: what was not sent is not written row by row.
      const isHeld = run.signal.aborted && row.sent === 'no' && batch.length < BATCH_ROWS;
      if (isHeld) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
  try {
    await printer.rows(ended());
  } finally {
    if (rows.some(({ error }) => error?.['code'] === 'invalid_request')) markCatalogueStale(cache);
    await printer.summary(rows, targets.length);
    if (called.isFollowed) await addToSummary(tool.name, rows, runtime);
  }
  const interruption = interruptedWith();
  const codes = rows.map(({ exit_code: code }) => code);
  const exitCode =
    interruption === undefined ? worstExitCode([leftCode, ...codes]) : exitCodeOf(interruption);
  const wasTaken = ({ result, sent }: EachRow) => sent === 'yes' && result !== 'refused';
  const isSentToAll = rows.length === targets.length && rows.every(wasTaken);
  return { exitCode, isSentToAll };
}

/** What was followed to its end stands in the summary of a step of GitHub Actions. */
async function addToSummary(
  operation: string,
  rows: readonly EachRow[],
  { environment }: Runtime,
): Promise<void> {
  if (environment['GITHUB_ACTIONS'] !== 'true') return;
  const { addToStepSummary, summaryOfMachines } = await import('../../terminal/github/summary.ts');
  addToStepSummary(environment, summaryOfMachines(commandName(operation), rows));
}

function readerOf({ call }: Pick<EachCall, 'call'>) {
  const { reader } = call.operation;
  if (reader === undefined) throw new Error('an operation is sent without a connection');
  return reader;
}

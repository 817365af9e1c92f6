import { renewBeside } from '../../client/catalogue/renew.ts';
import { classThatCounts, needsConfirmation } from '../../contract/confirmation.ts';
import { settingFailure, usageFailure } from '../../contract/failure.ts';
import type { FormatName } from '../../render/format-name.ts';
import { parseDurationMs } from '../../terminal/duration.ts';
import { endableLong } from '../../terminal/endable.ts';
import { chosenFormat, formatName } from '../../terminal/print-options.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { hasShortId } from '../ids/short-id.ts';
import type { Runtime } from '../runtime.ts';
import type { ParsedCall } from './read-call.ts';
import { sendOperation } from './send.ts';

/** Prints the schema or an example of the input: as JSON, which is what `--input=@file` takes. */
async function explain({ flags, operation }: ParsedCall, runtime: Runtime): Promise<number> {
  const output = chosenFormat(flags, runtime) ?? 'json';
  const printer = await createPrinter({ ...flags, json: false, output }, runtime);
  // One input is one row, also where a list in it looks like rows.
  const print = (value: unknown) =>
    printer.value({ value: WHOLE.has(output) || flags.query !== undefined ? value : [value] });
  const schema = operation.tool.input_schema;
  if (flags.schema === true) return print(schema);
  const { exampleInput } = await import('../../flags/example.ts');
  return print(await endableLong(() => exampleInput(schema)));
}

/** Formats that print a value as it is; the others print rows. */
const WHOLE: ReadonlySet<FormatName> = new Set(['json', 'raw', 'yaml']);

/**
 * Runs the command line of an operation: explains it, prints its request, or sends it. Everything that can be
 * refused here is refused before anything is sent. Gives the exit code; throws `Failure`.
 */
export async function runCall(typed: ParsedCall, runtime: Runtime): Promise<number> {
  const { flags, operation } = typed;
  if (flags.schema === true || flags.example === true) return explain(typed, runtime);
  const operationClass = classThatCounts(operation.tool.name, operation.tool.class);
  if (flags.all === true && (operationClass ?? 'read') !== 'read') {
    throw usageFailure('--all goes with what reads', 'An action would be sent for each page.');
  }
  const printer = await createPrinter(flags, runtime, { isReport: operationClass !== 'read' });
  let { call, given } = await withWholeIds(typed, runtime);
  if (flags['dry-run'] === true) {
    const { printDryRun } = await import('./dry-run.ts');
    await warnOfSnapshot(call, runtime);
    return printDryRun(call, { runtime, printer, format: formatName(flags, runtime) });
  }
  const followTimeoutMs = followTime(flags);
  const rowsMax = rowsMaxOf(flags);
  const isFound = given.length > 0 && operationClass !== 'read';
  if (isFound || needsConfirmation(operation.tool.name, operationClass, call.input)) {
    const { confirmCall } = await import('./confirm-call.ts');
    call = await confirmCall(call, isFound ? given : [], runtime);
  }
  if (operation.tool.name === 'answer_job') {
    const { toOneQuestion } = await import('./to-one-question.ts');
    call = toOneQuestion(call, runtime);
  }
  await warnOfSnapshot(call, runtime);
  const context = { call, runtime, printer, operationClass, followTimeoutMs, rowsMax };
  if (flags.all !== true) return withRenewal(call, () => sendOperation(context));
  const { printAllPages } = await import('./print-pages.ts');
  return withRenewal(call, () => printAllPages(context));
}

/** The call with whole ids in the place of `@last` and the like. Throws `Failure` not_found. */
export async function withWholeIds(call: ParsedCall, runtime: Runtime) {
  if (!hasShortId(call, runtime)) return { call, given: [] };
  const { findIds } = await import('../ids/find-ids.ts');
  return findIds(call, runtime);
}

/**
 * Runs `act`, and gets news of the catalogue beside it, for later runs: this one goes by the catalogue
 * that it was read by.
 */
export function withRenewal<Result>(
  { operation: { inUse, reader } }: ParsedCall,
  act: () => Promise<Result>,
): Promise<Result> {
  const acting = act();
  if (inUse.renewable === undefined || reader === undefined) return acting;
  const renewal = renewBeside(reader.beside(), inUse.renewable);
  return acting.finally(() => renewal.end());
}

/** Says on stderr that the catalogue of the service could not be had. */
export async function warnOfSnapshot(
  { flags, operation }: ParsedCall,
  runtime: Runtime,
): Promise<void> {
  if (operation.inUse.origin !== 'snapshot' || flags.quiet === true) return;
  await runtime.stderr.write(
    'The catalogue could not be fetched: using the built-in one, without local checks.\n',
  );
}

const FOLLOW_TIMEOUT = '12m';

/** How long to follow, in milliseconds; undefined where nobody asked to. Throws `Failure` usage. */
export function followTime(flags: ParsedCall['flags']): number | undefined {
  const timeout = parseDurationMs(flags['follow-timeout'] ?? FOLLOW_TIMEOUT, 'follow-timeout');
  return flags.follow === true ? timeout : undefined;
}

/** How many rows of all pages are printed. Throws `Failure` usage. */
function rowsMaxOf({ all, 'max-rows': text }: ParsedCall['flags']): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (all !== true)
    throw usageFailure('--max-rows goes with --all', 'Without it one page is printed.');
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw settingFailure('--max-rows is not usable', {
    setting: 'max-rows',
    value: text,
    allowed: 'a whole number from 1',
  });
}

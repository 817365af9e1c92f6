import { markCatalogueStale } from '../../client/catalogue/cache.ts';
import type { KnownClass } from '../../client/retry.ts';
import { Failure } from '../../contract/failure.ts';
import { runAllPages } from '../../flow/run-all-pages.ts';
import { type OperationRun, runOperation } from '../../flow/run-operation.ts';
import { mergePages } from '../../render/rows.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import type { Printer } from '../../terminal/printer.ts';
import { createProgress } from '../../terminal/progress.ts';
import type { Runtime } from '../runtime.ts';
import { changeInWords, resultOf } from './outcome.ts';
import type { OperationInput } from './read-input.ts';

export interface SendContext {
  readonly typed: OperationInput;
  readonly runtime: Runtime;
  readonly printer: Printer;
  readonly operationClass: KnownClass;
  readonly followTimeoutMs: number | undefined;
}

/** Sends the operation once, follows it where asked, prints the answer. Gives the exit code. */
export async function sendOperation(sending: SendContext): Promise<number> {
  const { typed, runtime, printer, followTimeoutMs, operationClass } = sending;
  const progress = createProgress(runtime, typed.own.quiet === true);
  const run = operationRun(sending, (change) => progress.state(changeInWords(change)));
  try {
    const end = await withStaleCatalogueMark(sending, () => runOperation(run));
    await progress.stop();
    const { answer, exitCode, note } = resultOf(end, {
      isFollowed: followTimeoutMs !== undefined,
      waitWasGiven: Number(typed.input['wait_seconds'] ?? 0) > 0,
      tool: typed.prepared.tool.name,
      operationClass,
    });
    await printer.value({ value: answer.value, bytes: answer.bytes });
    if (note !== undefined && typed.own.quiet !== true) await runtime.stderr.write(`${note}\n`);
    return exitCode;
  } finally {
    await progress.stop();
  }
}

/** Follows the pages of a list: rows as they come where the format allows, else one document. */
export async function printAllPages(sending: SendContext): Promise<number> {
  const { printer } = sending;
  const pages: unknown[] = [];
  await withStaleCatalogueMark(sending, async () => {
    for await (const { response, rows } of runAllPages(operationRun(sending))) {
      if (!printer.streams || rows === undefined) pages.push(response.value);
      else for (const row of rows.items) await printer.row(row);
    }
  });
  return pages.length === 0 ? 0 : printer.value({ value: mergePages(pages) });
}

function operationRun(sending: SendContext, observe?: OperationRun['observe']): OperationRun {
  const { followTimeoutMs, operationClass, runtime, typed } = sending;
  const { reader, tool } = typed.prepared;
  if (reader === undefined) throw new Error('an operation is sent without a connection');
  return {
    client: reader.client,
    clock: runtime.clock,
    tool,
    operationClass,
    input: typed.input,
    signal: interruptionSignal(),
    ...(followTimeoutMs === undefined ? {} : { followTimeoutMs }),
    ...(observe === undefined ? {} : { observe }),
  };
}

/** After a refused input the schemas may have changed, so the next run asks for them again. */
async function withStaleCatalogueMark<Result>(
  { typed }: SendContext,
  act: () => Promise<Result>,
): Promise<Result> {
  const { reader } = typed.prepared;
  try {
    return await act();
  } catch (error) {
    const isInput = error instanceof Failure && error.facts.code === 'invalid_request';
    if (isInput && reader !== undefined) await markCatalogueStale(reader.cache);
    throw error;
  } finally {
    await reader?.client.close();
  }
}

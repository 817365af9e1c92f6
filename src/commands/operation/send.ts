import { markCatalogueStale } from '../../client/catalogue/cache.ts';
import type { KnownClass } from '../../client/retry.ts';
import { Failure } from '../../contract/failure.ts';
import { runAllPages } from '../../flow/run-all-pages.ts';
import { type OperationRun, runOperation } from '../../flow/run-operation.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import type { Printer } from '../../terminal/printer.ts';
import { createProgress } from '../../terminal/progress.ts';
import type { Runtime } from '../runtime.ts';
import { changeInWords, resultOf } from './outcome.ts';
import type { ParsedCall } from './read-call.ts';

interface SendContext {
  readonly call: ParsedCall;
  readonly runtime: Runtime;
  readonly printer: Printer;
  readonly operationClass: KnownClass;
  readonly followTimeoutMs: number | undefined;
}

/** Sends the operation once, follows it where asked, prints the answer. Gives the exit code. */
export async function sendOperation(context: SendContext): Promise<number> {
  const { call, runtime, printer, followTimeoutMs, operationClass } = context;
  const progress = createProgress(runtime, call.flags.quiet === true);
  const run = operationRun(context, (change) => progress.state(changeInWords(change)));
  try {
    const end = await withStaleCatalogueMark(context, () => runOperation(run));
    await progress.stop();
    const { answer, exitCode, note } = resultOf(end, {
      isFollowed: followTimeoutMs !== undefined,
      waitWasGiven: Number(call.input['wait_seconds'] ?? 0) > 0,
      tool: call.operation.tool.name,
      operationClass,
    });
    const isEnd = end.kind === 'followed';
    await printer.value({ value: answer.value, bytes: answer.bytes, isEnd });
    if (note !== undefined && call.flags.quiet !== true) await runtime.stderr.write(`${note}\n`);
    return exitCode;
  } finally {
    await progress.stop();
  }
}

/** Prints the pages of a list, each when it comes where that is possible. Gives the exit code. */
export function printAllPages(context: SendContext): Promise<number> {
  return withStaleCatalogueMark(context, () => context.printer.pages(answersOf(context)));
}

async function* answersOf(context: SendContext): AsyncGenerator<unknown, void, undefined> {
  for await (const { response } of runAllPages(operationRun(context))) yield response.value;
}

function operationRun(context: SendContext, observe?: OperationRun['observe']): OperationRun {
  const { followTimeoutMs, operationClass, runtime, call } = context;
  const { reader, tool } = call.operation;
  if (reader === undefined) throw new Error('an operation is sent without a connection');
  return {
    client: reader.client,
    clock: runtime.clock,
    tool,
    operationClass,
    input: call.input,
    signal: interruptionSignal(),
    ...(followTimeoutMs === undefined ? {} : { followTimeoutMs }),
    ...(observe === undefined ? {} : { observe }),
  };
}

/** After a refused input the schemas may have changed, so the next run asks for them again. */
async function withStaleCatalogueMark<Result>(
  { call }: SendContext,
  act: () => Promise<Result>,
): Promise<Result> {
  const { reader } = call.operation;
  try {
    return await act();
  } catch (error) {
    const isInput = error instanceof Failure && error.facts.code === 'invalid_request';
    if (isInput && reader !== undefined) markCatalogueStale(reader.cache);
    throw error;
  } finally {
    await reader?.client.close();
  }
}

import { markCatalogueStale } from '../../client/catalogue/cache.ts';
import { Failure } from '../../contract/failure.ts';
import { runOperation } from '../../flow/run-operation.ts';
import { createProgress } from '../../terminal/progress.ts';
import { resultOf } from './outcome.ts';
import { operationRun, type SendContext } from './send-context.ts';

/** Sends the operation once, follows it where asked, prints the answer. Gives the exit code. */
export async function sendOperation(context: SendContext): Promise<number> {
  const { call, runtime, printer, followTimeoutMs, operationClass } = context;
  if (followTimeoutMs !== undefined) {
    const { sendAndFollow } = await import('../follow/send-and-follow.ts');
    return withStaleCatalogueMark(context, () => sendAndFollow(context, followTimeoutMs));
  }
  const progress = createProgress(runtime, call.flags.quiet === true);
  const run = operationRun(context);
  return withStaleCatalogueMark(context, async () => {
    const end = await runOperation(run).finally(() => progress.stop());
    const { answer, exitCode, note } = resultOf(end, {
      isFollowed: false,
      waitWasGiven: Number(call.input['wait_seconds'] ?? 0) > 0,
      tool: call.operation.tool.name,
      operationClass,
    });
    await printer.value({ value: answer.value, bytes: answer.bytes });
    if (note !== undefined && call.flags.quiet !== true) await runtime.stderr.write(`${note}\n`);
    return exitCode;
  });
}

/** Prints the pages of a list, each when it comes where that is possible. Gives the exit code. */
export function printAllPages(context: SendContext): Promise<number> {
  return withStaleCatalogueMark(context, () => context.printer.pages(answersOf(context)));
}

async function* answersOf(context: SendContext): AsyncGenerator<unknown, void, undefined> {
  const { firstRows } = await import('../../flow/first-rows.ts');
  const { runAllPages } = await import('../../flow/run-all-pages.ts');
  const pages = runAllPages(operationRun(context), waitNote(context));
  const { printer, rowsMax = Number.POSITIVE_INFINITY, call, runtime } = context;
  let bytes = 0;
  for await (const { goesOn, isLast, response, value } of firstRows(pages, rowsMax)) {
    bytes += response.bytes.length;
    if (printer.holdsAllPages && bytes > HELD_BYTES_MAX) throw tooLongToHold(response.requestId);
    yield value;
    if (isLast && goesOn && call.flags.quiet !== true) {
      await runtime.stderr.write(`Ended after ${rowsMax} rows (--max-rows); there are more.\n`);
    }
  }
}

/** Where all pages are printed as one, so much of them is kept in memory. */
const HELD_BYTES_MAX = 256 * 1024 * 1024;

function tooLongToHold(requestId: string): Failure {
  return new Failure('conflict', {
    code: 'too_long_to_hold',
    title: 'The list is too long to be printed as a whole',
    detail: 'Its pages have more than 256 MiB.',
    next: [{ step: 'print_in_pieces' }],
    requestId,
  });
}

/** A shorter wait passes before anybody has read of it. */
const TOLD_FROM_MS = 2_000;

/** Tells on stderr how long the service has the next page wait. */
function waitNote({ call, runtime }: SendContext): (waitMs: number) => void {
  return (waitMs) => {
    if (waitMs < TOLD_FROM_MS || call.flags.quiet === true) return;
    const seconds = Math.ceil(waitMs / 1000);
    void runtime.stderr.write(`The service asks to wait: the next page comes in ${seconds}s.\n`);
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

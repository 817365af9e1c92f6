import { markCatalogueStale } from '../../client/catalogue/cache.ts';
import { Failure } from '../../contract/failure.ts';
import { memberOf } from '../../contract/response-member.ts';
import { runOperation } from '../../flow/run-operation.ts';
import { CURSORS } from '../../render/rows.ts';
import { createProgress } from '../../terminal/progress.ts';
import { noteLine, resultOf } from './outcome.ts';
import { operationRun, type SendContext } from './send-context.ts';

/** As one has in which the result of a job may have been cut. */
const LONG_BYTES = 64 * 1024;

/** Whose filters are words that `tellUnknownWord` knows. */
const WORDED_LISTS = /^list_(jobs|deliveries)$/;

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
    await call.tellSent?.();
    context.result = resultOf(end, {
      isFollowed: false,
      waitWasGiven: Number(call.input['wait_seconds'] ?? 0) > 0,
      tool: call.operation.tool.name,
      operationClass,
    });
    const { answer, exitCode, note } = context.result;
    // Also where nobody reads stdout any more, which ends the program at the first write.
    process.exitCode = exitCode;
    await printer.value(answer);
    if (call.flags.quiet === true) return exitCode;
    if (note !== undefined) await runtime.stderr.write(`${await noteLine(note)}\n`);
    const { columns, query = columns } = call.flags;
    const mayBePart = () =>
      (answer.bytes?.length ?? 0) > LONG_BYTES ||
      CURSORS.some((name) => memberOf(answer.value, name)) ||
      WORDED_LISTS.test(call.operation.tool.name);
    // What is selected may be a part of more without a word.
    if (query ?? mayBePart()) {
      const { tellMore } = await import('./tell-more.ts');
      await tellMore(context, answer.value);
    }
    return exitCode;
  });
}

/** Runs `act`; after a refused input the schemas may have changed, so the next run asks for them again. */
export async function withStaleCatalogueMark<Result>(
  context: SendContext,
  act: () => Promise<Result>,
): Promise<Result> {
  const { reader } = context.call.operation;
  try {
    return await act();
  } catch (error) {
    const isInput = error instanceof Failure && error.facts.code === 'invalid_request';
    if (isInput && reader !== undefined) markCatalogueStale(reader.cache);
    const { withCall } = await import('./failed-call.ts');
    throw await withCall(error, context);
  } finally {
    await reader?.client.close();
  }
}

import { HELD_BYTES_MAX, tooLongToHold } from '../../client/whole-list.ts';
import { firstRows } from '../../flow/first-rows.ts';
import { runAllPages } from '../../flow/run-all-pages.ts';
import { withStaleCatalogueMark } from './send.ts';
import { operationRun, type SendContext } from './send-context.ts';

/** Prints the pages of a list, each when it comes where that is possible. Gives the exit code. */
export function printAllPages(context: SendContext): Promise<number> {
  return withStaleCatalogueMark(context, () => context.printer.pages(answersOf(context)));
}

async function* answersOf(context: SendContext): AsyncGenerator<unknown, void, undefined> {
  const pages = runAllPages(operationRun(context), waitNote(context));
  const { printer, rowsMax = Number.POSITIVE_INFINITY, call, runtime } = context;
  let bytes = 0;
  for await (const { goesOn, isLast, response, value } of firstRows(pages, rowsMax)) {
    bytes += response.bytes.length;
    if (printer.holdsAllPages && bytes > HELD_BYTES_MAX) {
      throw tooLongToHold(response.requestId, [{ step: 'print_in_pieces' }]);
    }
    yield value;
    if (isLast && goesOn && call.flags.quiet !== true) {
      await runtime.stderr.write(`Ended after ${rowsMax} rows (--max-rows); there are more.\n`);
    }
  }
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

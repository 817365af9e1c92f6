import { HELD_BYTES_MAX, tooLongToHold } from '../../client/whole-list.ts';
import { firstRows } from '../../flow/first-rows.ts';
import { runAllPages } from '../../flow/run-all-pages.ts';
import { withStaleCatalogueMark } from './send.ts';
import { operationRun, type SendContext } from './send-context.ts';
import { tellUnknownWord } from './tell-unknown-word.ts';
import { waitNote } from './wait-note.ts';

/** Prints the pages of a list, each when it comes where that is possible. Gives the exit code. */
export function printAllPages(context: SendContext): Promise<number> {
  return withStaleCatalogueMark(context, () => context.printer.pages(answersOf(context)));
}

async function* answersOf(context: SendContext): AsyncGenerator<unknown, void, undefined> {
  const pages = runAllPages(operationRun(context), waitNote(context.call.flags, context.runtime));
  const { printer, rowsMax = Number.POSITIVE_INFINITY, call, runtime } = context;
  let bytes = 0;
  let first: unknown;
  for await (const { goesOn, isLast, response, value } of firstRows(pages, rowsMax)) {
    bytes += response.bytes.length;
    if (printer.holdsAllPages && bytes > HELD_BYTES_MAX) {
      throw tooLongToHold(response.requestId, [{ step: 'print_in_pieces' }]);
    }
    first ??= value;
    yield value;
    if (isLast && goesOn && call.flags.quiet !== true) {
      await runtime.stderr.write(`Ended after ${rowsMax} rows (--max-rows); there are more.\n`);
    }
  }
  await tellUnknownWord(context, first);
}

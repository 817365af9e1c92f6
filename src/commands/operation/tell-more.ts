import type { FormatName } from '../../render/format-name.ts';
import { formatName } from '../../terminal/print-options.ts';
import { asksForPart, goesOn, selectsCursor } from './list-part.ts';
import type { SendContext } from './send-context.ts';
import { tellCut } from './tell-cut.ts';
import { tellUnknownWord } from './tell-unknown-word.ts';

/** Formats that print the rows of a list and nothing beside them. */
const ROWS_ALONE: ReadonlySet<FormatName> = new Set(['csv', 'jsonl', 'name', 'tsv']);

/**
 * Says on stderr that there is more than was printed, where what is printed does not show it: of a file that came in
 * part, and of a list after its page, there not to who asked for a part of it; and why an empty list may be so.
 */
export async function tellMore(context: SendContext, answer: unknown): Promise<void> {
  await tellCut(context, answer);
  if (goesOn(answer)) await tellMorePages(context);
  await tellUnknownWord(context, answer);
}

async function tellMorePages({ call: { flags, input }, runtime }: SendContext): Promise<void> {
  if (asksForPart(input)) return;
  const { query } = flags;
  const isHidden =
    query === undefined
      ? flags.columns !== undefined || ROWS_ALONE.has(formatName(flags, runtime))
      : !selectsCursor(query);
  if (isHidden) await runtime.stderr.write('There is more: --all shows the whole list.\n');
}

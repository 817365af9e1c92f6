import type { FormatName } from '../../render/format-name.ts';
import { formatName } from '../../terminal/print-options.ts';
import type { SendContext } from './send-context.ts';

/** By which a part of a list is asked for. */
const OF_A_PART = ['before', 'limit', 'offset'];

/** Formats that print the rows of a list and nothing beside them. */
const ROWS_ALONE: ReadonlySet<FormatName> = new Set(['csv', 'jsonl', 'name', 'tsv']);

/**
 * Says on stderr that a list goes on after the page that was printed, where what is printed does not show it;
 * not to who asked for a part of it.
 */
export async function tellMore({ call: { flags, input }, runtime }: SendContext): Promise<void> {
  if (OF_A_PART.some((name) => input[name] !== undefined)) return;
  const { query } = flags;
  const isHidden =
    query === undefined
      ? flags.columns !== undefined || ROWS_ALONE.has(formatName(flags, runtime))
      : !/next_(before|offset)/.test(query);
  if (isHidden) await runtime.stderr.write('There is more: --all shows the whole list.\n');
}

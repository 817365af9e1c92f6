import type { Printable, RenderOptions } from '../render/format.ts';
import { loadFormat } from '../render/load-format.ts';
import { compileQuery } from '../render/query.ts';
import { columnsOf, memberAt, rowsOrOne } from '../render/rows.ts';
import { sanitiseLine } from '../render/sanitise.ts';
import { writePaged } from './pager.ts';
import { formatName, type PrintFlags, refuseUnused, renderOptions } from './print-options.ts';
import type { Terminal } from './terminal.ts';

/** Writes results to stdout in the format that was chosen. */
export interface Printer {
  /** Whether rows of a long list are written as they come. */
  readonly streams: boolean;
  /** Writes one answer; gives the exit code 0. */
  value(answer: Printable): Promise<number>;
  /** Writes one row of a list, by the query if there is one; only where `streams`. */
  row(row: unknown): Promise<void>;
}

export interface PrinterFlags extends PrintFlags {
  readonly query?: string | undefined;
  readonly pager?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/**
 * A printer for these flags, which shows `columns` where nobody chose others. Throws `Failure` usage
 * for wrong flags, before any work.
 */
export async function createPrinter(
  flags: PrinterFlags,
  terminal: Terminal,
  columns?: string,
): Promise<Printer> {
  const name = formatName(flags, terminal);
  refuseUnused(flags, name);
  const query = flags.query === undefined ? undefined : await compileQuery(flags.query);
  const format = await loadFormat(name);
  // Times are shown relative to now, which is when something is printed.
  const options = () => renderOptions({ columns, ...flags }, terminal);
  const selected = (value: unknown) => (query === undefined ? value : query.select(value));
  // Only in jsonl is a query about a row; elsewhere it is about the whole document.
  const asksForDocument = query !== undefined && name !== 'jsonl';
  return {
    streams: format.row !== undefined && !asksForDocument && flags['sort-by'] === undefined,
    async value(answer) {
      const shown = query === undefined ? answer : { value: selected(answer.value) };
      const text = format.value(shown, options());
      if (typeof text === 'string' && flags.pager === true) await writePaged(text, terminal);
      else await terminal.stdout.write(text);
      const unknown = unknownMembers(shown.value, options());
      if (unknown !== undefined && flags.quiet !== true) {
        await terminal.stderr.write(`${sanitiseLine(unknown)}\n`);
      }
      return 0;
    },
    async row(row) {
      if (format.row !== undefined)
        await terminal.stdout.write(format.row(selected(row), options()));
    },
  };
}

/**
 * What `--columns` and `--sort-by` name and no row has, in words and with what there is; undefined
 * where all is known, or where there is no row to tell.
 */
function unknownMembers(
  value: unknown,
  { columns = [], sortBy }: Pick<RenderOptions, 'columns' | 'sortBy'>,
): string | undefined {
  const rows = rowsOrOne(value);
  const named = new Set([...columns, ...(sortBy === undefined ? [] : [sortBy])]);
  const unknown = [...named].filter((name) =>
    rows.every((row) => memberAt(row, name) === undefined),
  );
  if (rows.length === 0 || unknown.length === 0) return undefined;
  const shown = unknown.map((name) => JSON.stringify(name)).join(', ');
  return `No row has ${shown}; there are ${columnsOf(rows).join(', ')}.`;
}

import type { Printable } from '../render/format.ts';
import type { FormatName } from '../render/format-name.ts';
import { loadFormat } from '../render/load-format.ts';
import { watchNamedColumns } from '../render/named-columns.ts';
import { mergePages, rowsOfPages, rowsOrOne } from '../render/rows.ts';
import { sanitiseLine } from '../render/sanitise.ts';
import { formatName, type PrintFlags, refuseUnused, renderOptions } from './print-options.ts';
import type { Terminal } from './terminal.ts';

/** Writes results to stdout in the format that was chosen. */
export interface Printer {
  /** Writes one answer; gives the exit code 0. */
  value(answer: Printable): Promise<number>;
  /**
   * Writes the pages of a list: each when it comes where format and flags allow it, else all as one
   * document. Gives the exit code 0.
   */
  pages(answers: AsyncIterable<unknown>): Promise<number>;
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
  const query = flags.query === undefined ? undefined : await compiled(flags.query);
  const format = await loadFormat(name, terminal.stdout.isTerminal);
  // Times are shown relative to now, which is when something is printed.
  const options = () => renderOptions({ columns, ...flags }, terminal);
  const selected = (value: unknown) => (query === undefined ? value : query.select(value));
  const named = () => {
    const { columns: chosen = [], sortBy } = options();
    return watchNamedColumns(sortBy === undefined ? chosen : [...chosen, sortBy]);
  };
  const note = async (text: string | undefined): Promise<void> => {
    if (text === undefined || flags.quiet === true) return;
    await terminal.stderr.write(`${sanitiseLine(text)}\n`);
  };

  const printer: Printer = {
    async value(answer) {
      const shown = query === undefined ? answer : { value: selected(answer.value) };
      const text = format.value(shown, options());
      if (typeof text === 'string' && flags.pager === true) {
        const { writePaged } = await import('./pager.ts');
        await writePaged(text, terminal);
      } else await terminal.stdout.write(text);
      const columnsNamed = named();
      columnsNamed.see(rowsOrOne(shown.value));
      await note(columnsNamed.missing());
      return 0;
    },
    async pages(answers) {
      const writer = streams(name, flags) ? format.pages?.(options()) : undefined;
      if (writer === undefined) {
        const whole: unknown[] = [];
        for await (const answer of answers) whole.push(answer);
        return printer.value({ value: mergePages(whole) });
      }
      const columnsNamed = named();
      const rowsOf = rowsOfPages();
      for await (const answer of answers) {
        const rows = rowsOf(answer);
        // No list, and so the only page.
        if (rows === null) return printer.value({ value: answer });
        columnsNamed.see(rows);
        const text = writer.page(query === undefined ? rows : rows.map(query.select), answer);
        if (text !== '') await terminal.stdout.write(text);
      }
      await terminal.stdout.write(writer.end());
      await note(leftOutInWords(writer.leftOut));
      await note(columnsNamed.missing());
      return 0;
    },
  };
  return printer;
}

async function compiled(expression: string) {
  const { compileQuery } = await import('../render/query.ts');
  return compileQuery(expression);
}

/** Whether pages are written as they come: not where something is asked of all rows together. */
function streams(name: FormatName, flags: PrinterFlags): boolean {
  // Only in jsonl is a query about a row; elsewhere it is about the whole document.
  const asksForDocument = flags.query !== undefined && name !== 'jsonl';
  return !asksForDocument && flags['sort-by'] === undefined && flags.pager !== true;
}

function leftOutInWords(leftOut: ReadonlySet<string> = new Set()): string | undefined {
  if (leftOut.size === 0) return undefined;
  const names = [...leftOut].map((name) => JSON.stringify(name)).join(', ');
  return `Left out, since the first page has no such column: ${names}. Name what is wanted with --columns.`;
}

import { cellForPrograms } from './cell.ts';
import type { Format, RenderOptions } from './format.ts';
import { pageColumns } from './page-columns.ts';
import { columnsOf, memberAt, refuseHugeTable, rowsOrOne, sortRows } from './rows.ts';
import { sanitiseText } from './sanitise.ts';

const LINE_END = '\r\n';
const TERMINAL_LINE_END = '\n';

/**
 * Comma-separated values with a header (RFC 4180): one line a row, nested values as JSON.
 *
 * Texts that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`) stay as they are, as in the
 * CSV of gh's and aws's users: a program must read what the JSON says, and `-5` and `+49…` are data.
 * Who opens the file in a spreadsheet imports the columns as text (`fleet help output`).
 */
export const csvFormat: Format = {
  value({ value }, options) {
    if (value === undefined) return '';
    const rows = sortRows(rowsOrOne(value), options.sortBy);
    const names = options.columns ?? columnsOf(rows);
    return names.length === 0 ? '' : csvLine(names, options) + csvLines(rows, names, options);
  },
  pages(options) {
    const columns = pageColumns(options.columns);
    let hasHeader = false;
    return {
      page(rows) {
        const names = columns.of(rows);
        if (names.length === 0) return '';
        const header = hasHeader ? '' : csvLine(names, options);
        hasHeader = true;
        return header + csvLines(rows, names, options);
      },
      end: () => '',
      leftOut: columns.leftOut,
    };
  },
};

function csvLines(
  rows: readonly unknown[],
  names: readonly string[],
  options: RenderOptions,
): string {
  refuseHugeTable(rows, names);
  return rows
    .map((row) =>
      csvLine(
        names.map((name) => cellForPrograms(memberAt(row, name))),
        options,
      ),
    )
    .join('');
}

function csvLine(cells: readonly string[], { isTerminal }: RenderOptions): string {
  const line = cells.map((cell) => quoted(isTerminal ? sanitiseText(cell) : cell)).join(',');
  return `${line}${isTerminal ? TERMINAL_LINE_END : LINE_END}`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

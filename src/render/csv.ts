import { cellForPrograms } from './cell.ts';
import type { Format } from './format.ts';
import { columnsOf, memberAt, rowsOrOne, sortRows } from './rows.ts';
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
  value({ value }, { columns, sortBy, isTerminal }) {
    if (value === undefined) return '';
    const rows = sortRows(rowsOrOne(value), sortBy);
    const names = columns ?? columnsOf(rows);
    if (names.length === 0) return '';
    const records = rows.map((row) => names.map((name) => cellForPrograms(memberAt(row, name))));
    return [names, ...records]
      .map((cells) => cells.map((cell) => quoted(isTerminal ? sanitiseText(cell) : cell)).join(','))
      .map((line) => `${line}${isTerminal ? TERMINAL_LINE_END : LINE_END}`)
      .join('');
  },
};

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

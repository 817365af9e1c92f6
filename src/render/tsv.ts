import { cellForPrograms } from './cell.ts';
import type { Format, RenderOptions } from './format.ts';
import { pageColumns } from './page-columns.ts';
import { columnsOf, memberAt, refuseHugeTable, rowsOrOne, sortRows } from './rows.ts';
import { sanitiseLine } from './sanitise.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\\': '\\\\',
};

/**
 * Tab-separated values for `cut` and `while read`: a line a row and no header, like the tsv of az
 * and gh. Tab, line end and backslash inside a value are written `\t`, `\n`, `\r`, `\\`.
 */
export const tsvFormat: Format = {
  value({ value }, options) {
    if (value === undefined) return '';
    const rows = sortRows(rowsOrOne(value), options.sortBy);
    return tsvLines(rows, options.columns ?? columnsOf(rows), options);
  },
  pages(options) {
    const columns = pageColumns(options.columns);
    return {
      page: (rows) => tsvLines(rows, columns.of(rows), options),
      end: () => '',
      leftOut: columns.leftOut,
    };
  },
};

function tsvLines(
  rows: readonly unknown[],
  names: readonly string[],
  { isTerminal }: RenderOptions,
): string {
  refuseHugeTable(rows, names);
  return rows
    .map((row) => names.map((name) => cell(memberAt(row, name), isTerminal)).join('\t'))
    .map((line) => `${line}\n`)
    .join('');
}

function cell(value: unknown, isTerminal: boolean): string {
  const text = cellForPrograms(value).replace(/[\t\n\r\\]/g, (found) => ESCAPES[found] ?? found);
  return isTerminal ? sanitiseLine(text) : text;
}

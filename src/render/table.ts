import CliTable from 'cli-table3';
import { cardLines } from './card.ts';
import { cellForPeople } from './cell.ts';
import { bold } from './colour.ts';
import type { Format, RenderOptions } from './format.ts';
import { columnsOf, isRecord, memberAt, rowsIn, sortRows } from './rows.ts';
import { sanitiseLine } from './sanitise.ts';
import { fitColumns } from './table-columns.ts';
import { cutText, textWidth } from './text-width.ts';

const ROWS_A_PART = 50;

/** For people: rows as a table, anything else as a card. */
export const tableFormat: Format = {
  value({ value }, options) {
    if (value === undefined) return '';
    const found = rowsIn(value);
    if (found === null) return lines(cardLines(value, options));
    const rows = sortRows(found.rows, options.sortBy);
    const beside = besideRows(value, found.member, options);
    if (rows.length === 0) {
      return lines([`No ${sanitiseLine(found.member ?? 'rows').replaceAll('_', ' ')}.`, ...beside]);
    }
    return lines([...tableLines(rows, options), ...beside]);
  },
};

/** The rows as lines: a header, then one line a row, cut to the width of the terminal. */
export function tableLines(rows: readonly unknown[], options: RenderOptions): readonly string[] {
  const names = options.columns ?? columnsOf(rows);
  const cells = rows.map((row) =>
    names.map((name) => cellForPeople(memberAt(row, name), options.now)),
  );
  const { shown, isCut } = fitColumns(names.map(sanitiseLine), cells, {
    widthMax: options.isTerminal ? options.width : Number.POSITIVE_INFINITY,
    keepsAll: options.columns !== undefined,
  });
  const cut = cells.map((row) => shown.map(({ index, width }) => cutText(row[index] ?? '', width)));
  const heads = shown.map(({ head, width }) => cutText(head.toUpperCase(), width));
  const [head = '', ...body] = layOut([isCut ? [...heads, '…'] : heads, ...cut]);
  return [bold(head, options.colour), ...body];
}

/**
 * Lines of rows of cells, with each column as wide as its widest cell. The table is laid out in
 * parts, since the time that cli-table3 takes grows with the square of the rows.
 */
function layOut(rows: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = rows;
  const colWidths = first.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? '')), 0),
  );
  const parts = Math.ceil(rows.length / ROWS_A_PART);
  return Array.from({ length: parts }, (_, part) => {
    const table = new CliTable({ ...LAYOUT, colWidths });
    for (const row of rows.slice(part * ROWS_A_PART, (part + 1) * ROWS_A_PART)) {
      table.push([...row]);
    }
    return table.toString().split('\n').map(trimmed);
  }).flat();
}

/** Members of a list answer besides its rows: counts, the cursor of the next page. */
function besideRows(
  answer: unknown,
  member: string | null,
  options: RenderOptions,
): readonly string[] {
  if (!isRecord(answer) || options.columns !== undefined) return [];
  const others = Object.entries(answer).filter(
    ([name, value]) => name !== member && value !== null && value !== undefined,
  );
  return others.length === 0 ? [] : ['', ...cardLines(Object.fromEntries(others), options)];
}

/** No lines around the cells: columns are two spaces apart, as gh and kubectl print them. */
const LAYOUT: CliTable.TableConstructorOptions = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
};

function trimmed(line: string): string {
  return line.trimEnd();
}

function lines(each: readonly string[]): string {
  return each.map((line) => `${line}\n`).join('');
}

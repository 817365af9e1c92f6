import CliTable from 'cli-table3';
import { cellForPeople } from './cell.ts';
import { bold } from './colour.ts';
import type { RenderOptions } from './format.ts';
import { memberAt } from './rows.ts';
import { sanitiseLine } from './sanitise.ts';
import { columnsForPeople, fitColumns } from './table-columns.ts';
import { cutText, textWidth } from './text-width.ts';

const ROWS_A_PART = 50;

interface TableText {
  /** A header, then one line a row. */
  readonly lines: readonly string[];
  /** Whether nothing was cut and no column left out for want of width. */
  readonly isWhole: boolean;
}

/** Rows as a table, cut to the width of the terminal. */
export function tableText(rows: readonly unknown[], options: RenderOptions): TableText {
  const names = options.columns ?? columnsForPeople(rows);
  const cells = rows.map((row) =>
    names.map((name) => cellForPeople(memberAt(row, name), options.now)),
  );
  const { shown, isCut } = fitColumns(names.map(sanitiseLine), cells, {
    widthMax: options.isTerminal ? options.width : Number.POSITIVE_INFINITY,
    keepsAll: options.columns !== undefined,
  });
  const cut = cells.map((row) => shown.map(({ index, width }) => cutText(row[index] ?? '', width)));
  const heads = shown.map(({ head, width }) => cutText(head.toUpperCase(), width));
  const [head = '', ...body] = layOut(
    isCut ? [[...heads, '…'], ...cut.map((row) => [...row, ''])] : [heads, ...cut],
  );
  const isWhole = cells.every((row, at) =>
    shown.every(({ index }, column) => cut[at]?.[column] === row[index]),
  );
  return { lines: [bold(head, options.colour), ...body], isWhole: isWhole && !isCut };
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

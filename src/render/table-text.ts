import { cellForPeople, inBrief } from './cell.ts';
import { bold } from './colour.ts';
import type { RenderOptions } from './format.ts';
import { memberAt, refuseHugeTable } from './rows.ts';
import { sanitiseLine } from './sanitise.ts';
import { columnsForPeople, fitColumns } from './table-columns.ts';
import { tableLines } from './table-lines.ts';
import { cutText } from './text-width.ts';

interface TableText {
  /** A header, then one line a row. */
  readonly lines: readonly string[];
  /** Whether nothing was cut and no column left out for want of width. */
  readonly isWhole: boolean;
}

/** Rows as a table, cut to the width of the terminal. */
export function tableText(rows: readonly unknown[], options: RenderOptions): TableText {
  const names = options.columns ?? columnsForPeople(rows);
  refuseHugeTable(rows, names);
  const isFull = options.isFull === true;
  const now = isFull ? undefined : options.now;
  const shownOf = isFull || options.columns !== undefined ? (value: unknown) => value : inBrief;
  const cells = rows.map((row) =>
    names.map((name) => cellForPeople(shownOf(memberAt(row, name)), now)),
  );
  const isCutToWidth = (options.isTerminal || options.cutsLines === true) && !isFull;
  const { shown, isCut } = fitColumns(names.map(sanitiseLine), cells, {
    widthMax: isCutToWidth ? options.width : Number.POSITIVE_INFINITY,
    keepsAll: options.columns !== undefined,
  });
  const cutCell = isCutToWidth ? cutText : (text: string) => text;
  const cut = cells.map((row) => shown.map(({ index, width }) => cutCell(row[index] ?? '', width)));
  const heads = shown.map(({ head, width }) => cutText(head.toUpperCase(), width));
  const [head = '', ...body] = tableLines(
    isCut ? [[...heads, '…'], ...cut.map((row) => [...row, ''])] : [heads, ...cut],
  );
  const isWhole = cells.every((row, at) =>
    shown.every(({ index }, column) => cut[at]?.[column] === row[index]),
  );
  return { lines: [bold(head, options.colour), ...body], isWhole: isWhole && !isCut };
}

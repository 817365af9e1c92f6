import type { JsonObject } from '../../base/json/object.ts';
import { bold } from '../colour.ts';
import type { RenderOptions } from '../format.ts';
import { refuseHugeTable } from '../rows.ts';
import { sanitiseLine } from '../sanitise.ts';
import { padded } from '../table-lines.ts';
import { textWidth } from '../text-width.ts';
import { inToneOf } from './state-tone.ts';
import type { Column } from './view.ts';
import { cutWords } from './wrap-words.ts';

const GAP = '  ';
const WIDTH_MAX = 24;
/** Of the title or question so much stands before another column has to go. */
const REST_WIDTH_MIN = 30;
const TEXT_CHARS_MAX = 1000;

interface FittedColumn {
  readonly column: Column;
  readonly cells: readonly string[];
  readonly width: number;
  readonly wantedWidth: number;
}

/**
 * Records as a table that fits the terminal: the least telling columns go first, then the title is
 * cut between words. As plain lines where nothing may depend on columns, nothing is cut.
 */
export function listLines(
  records: readonly JsonObject[],
  columns: readonly Column[],
  options: RenderOptions,
): readonly string[] {
  refuseHugeTable(records, columns);
  const measured = columns.map((column) => measure(column, records, options));
  const useful = measured.filter(({ wantedWidth }) => wantedWidth > 0);
  if (options.isPlain === true) {
    return records.map((_, row) => plainLine(useful, row));
  }
  const shown = fit(useful, options.width);
  const head = shown.map(({ column, width }, at) =>
    at === shown.length - 1 ? column.head : padded(column.head, width),
  );
  return [
    bold(head.join(GAP), options.colour),
    ...records.map((record, row) =>
      shown
        .map((fitted) => cellText(fitted, { record, row, colour: options.colour }))
        .join(GAP)
        .trimEnd(),
    ),
  ];
}

function measure(
  column: Column,
  records: readonly JsonObject[],
  { now }: RenderOptions,
): FittedColumn {
  const cells = records.map((record) =>
    sanitiseLine(column.cell(record, now).slice(0, TEXT_CHARS_MAX)).trim(),
  );
  const content = cells.reduce((widest, cell) => Math.max(widest, textWidth(cell)), 0);
  const wantedWidth = content === 0 ? 0 : Math.max(content, textWidth(column.head));
  const widthMax = column.takesRest === true ? REST_WIDTH_MIN : (column.widthMax ?? WIDTH_MAX);
  return { column, cells, wantedWidth, width: Math.min(wantedWidth, widthMax) };
}

function fit(columns: readonly FittedColumn[], widthMax: number): readonly FittedColumn[] {
  let kept = columns;
  while (total(kept) > widthMax) {
    const goes = Math.max(0, ...kept.map(({ column }) => column.goes));
    if (goes === 0) break;
    kept = kept.filter(({ column }) => column.goes !== goes);
  }
  return kept.map((fitted) => {
    if (fitted.column.takesRest !== true) return fitted;
    const room = widthMax - (total(kept) - fitted.width);
    return { ...fitted, width: Math.max(8, Math.min(fitted.wantedWidth, room)) };
  });
}

function total(columns: readonly FittedColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length);
}

function cellText(
  { column, cells, width }: FittedColumn,
  at: { readonly record: JsonObject; readonly row: number; readonly colour: boolean },
): string {
  const cell = cutWords(cells[at.row] ?? '', width);
  const padding = padded(cell, width).slice(cell.length);
  return `${inToneOf(column.state?.(at.record) ?? '', cell, at.colour)}${padding}`;
}

function plainLine(columns: readonly FittedColumn[], row: number): string {
  const cells = columns.map(({ cells: texts }) => texts[row] ?? '');
  return cells.filter((cell) => cell !== '').join(', ');
}

import stringWidth from 'string-width';
import { PLAIN_TEXT, textWidth } from './text-width.ts';

/** Spaces that make the columns of a long list straight; with more of them, wide cells stand out of theirs. */
const PADDING_MAX = 20_000_000;
const WIDTH_MIN = 16;

/**
 * Rows of sanitised cells as lines: columns are two spaces apart, as gh and kubectl print them, each
 * as wide as its widest cell. Rows without a cell are one empty line.
 */
export function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = rows;
  if (first.length === 0) return [''];
  const widths = first.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? '')), 1),
  );
  const widthMax = Math.max(WIDTH_MIN, PADDING_MAX / rows.length / first.length);
  return rows.map((row) =>
    row
      .map((cell, column) => padded(cell, Math.min(widths[column] ?? 0, widthMax)))
      .join('  ')
      .trimEnd(),
  );
}

/** A sanitised cell with as many spaces as make it `width` columns. */
export function padded(cell: string, width: number): string {
  if (PLAIN_TEXT.test(cell)) return cell.padEnd(width);
  return cell + ' '.repeat(Math.max(0, width - stringWidth(cell)));
}

import { HELD_BYTES_MAX } from '../../client/whole-list.ts';
import { type EachRow, withoutTexts } from './result-row.ts';

/** Rows that a format keeps until all have come, up to a size. */
interface BoundedRows {
  /** The row as it is kept: beyond the size without what the service responded. */
  add(row: EachRow): EachRow;
  /** How many are without it. */
  cutCount(): number;
}

/** Keeps as much of the rows as `charsMax` allows: what was confirmed goes on, whatever is responded. */
export function boundedRows(charsMax = HELD_BYTES_MAX): BoundedRows {
  let chars = 0;
  let cut = 0;
  return {
    add(row) {
      if (chars <= charsMax) chars += JSON.stringify(row).length;
      if (chars <= charsMax) return row;
      cut += 1;
      return withoutTexts(row);
    },
    cutCount: () => cut,
  };
}

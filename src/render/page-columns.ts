import { columnsOf } from './rows.ts';

/** A hostile list could bring new members for ever. */
const LEFT_OUT_MAX = 20;

/** The columns of a list that is printed page by page. */
interface PageColumns {
  /** The columns in which the next rows are printed; none as long as no row has a member. */
  of(rows: readonly unknown[]): readonly string[];
  /** Members that came after the columns were decided. */
  readonly leftOut: ReadonlySet<string>;
}

/** The columns that were asked for, else those of the first page that has any. */
export function pageColumns(asked: readonly string[] | undefined): PageColumns {
  let names = asked ?? [];
  const known = new Set<string>();
  const leftOut = new Set<string>();
  return {
    leftOut,
    of(rows) {
      if (asked !== undefined) return asked;
      if (names.length === 0) {
        names = columnsOf(rows);
        for (const name of names) known.add(name);
        return names;
      }
      for (const name of columnsOf(rows)) {
        if (!known.has(name) && leftOut.size < LEFT_OUT_MAX) leftOut.add(name);
      }
      return names;
    },
  };
}

import { Failure } from '../contract/failure.ts';
import { mergePages, rowsOfPages, rowsOrOne } from '../render/rows.ts';

/** Hears of a page that a query does not fit, or of all of them as one. */
export type OnMisfit = (page: unknown, misfit: Failure) => void;

type AskedQuery = Awaited<ReturnType<typeof askedQuery>>;

/**
 * The query of `--query`, where one was given. What does not fit it is undefined where somebody hears of that,
 * else it throws `Failure` local. Throws `Failure` usage for a wrong expression.
 */
export async function askedQuery(expression: string | undefined, onMisfit: OnMisfit | undefined) {
  if (expression === undefined) return undefined;
  const { compileQuery } = await import('../render/query.ts');
  const query = await compileQuery(expression);
  if (onMisfit === undefined) return query;
  return {
    ...query,
    select(value: unknown): unknown {
      try {
        return query.select(value);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        onMisfit(value, error);
        return undefined;
      }
    },
  };
}

/** Reads the rows of page after page; undefined for one that the query does not fit, null as `rowsOfPages`. */
export function rowsReader(
  query: AskedQuery,
): (page: unknown) => readonly unknown[] | null | undefined {
  if (query === undefined) return rowsOfPages();
  return (page) => {
    const found = query.select(page);
    return found === undefined ? undefined : rowsOrOne(found);
  };
}

/** All pages as one value; of a query in rows, what it selects of each. Undefined where that does not fit. */
export function mergedPages(
  pages: readonly unknown[],
  query: AskedQuery,
  isOfRows: boolean,
): unknown {
  if (query === undefined) return mergePages(pages);
  if (!isOfRows) return query.select(mergePages(pages));
  const rowsOf = rowsReader(query);
  return pages.flatMap((page) => rowsOf(page) ?? []);
}

import type { RenderOptions } from './format.ts';
import { columnsOf, memberAt, rowsOrOne } from './rows.ts';

/**
 * What `--columns` and `--sort-by` name and no row has, in words and with what there is; undefined
 * where all is known, or where there is no row to tell.
 */
export function unknownMembers(
  value: unknown,
  { columns = [], sortBy }: Pick<RenderOptions, 'columns' | 'sortBy'>,
): string | undefined {
  const rows = rowsOrOne(value);
  const named = new Set([...columns, ...(sortBy === undefined ? [] : [sortBy])]);
  const unknown = [...named].filter((name) =>
    rows.every((row) => memberAt(row, name) === undefined),
  );
  if (rows.length === 0 || unknown.length === 0) return undefined;
  const shown = unknown.map((name) => JSON.stringify(name)).join(', ');
  return `No row has ${shown}; there are ${columnsOf(rows).join(', ')}.`;
}

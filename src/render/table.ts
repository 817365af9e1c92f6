import { isJsonObject } from '../base/json/lossless.ts';
import { cardLines } from './card.ts';
import type { Format, RenderOptions } from './format.ts';
import { rowsIn, sortRows } from './rows.ts';
import { sanitiseLine } from './sanitise.ts';
import { tableText } from './table-text.ts';

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
    return lines([...tableText(rows, options).lines, ...beside]);
  },
};

/** Members of a list answer besides its rows: counts, the cursor of the next page. */
function besideRows(
  answer: unknown,
  member: string | null,
  options: RenderOptions,
): readonly string[] {
  if (!isJsonObject(answer) || options.columns !== undefined) return [];
  const others = Object.entries(answer).filter(
    ([name, value]) => name !== member && value !== null && value !== undefined,
  );
  return others.length === 0 ? [] : ['', ...cardLines(Object.fromEntries(others), options)];
}

function lines(each: readonly string[]): string {
  return each.map((line) => `${line}\n`).join('');
}

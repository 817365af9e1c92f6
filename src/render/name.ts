import { isExactNumber, isJsonObject } from '../base/json/lossless.ts';
import { usageFailure } from '../contract/failure.ts';
import type { Format, RenderOptions } from './format.ts';
import { linesOfPages } from './page-lines.ts';
import { rowsOrOne, sortRows } from './rows.ts';
import { sanitiseLine } from './sanitise.ts';

/** The id of a thing first; an answer about work that goes on names its job or its command. */
const ID_MEMBERS = ['id', 'name', 'job', 'command_id'];

/** One id a row: `id`, else `name`. A line end inside one cannot make a second row of it. */
export const nameFormat: Format = {
  value({ value }, options) {
    if (value === undefined) return '';
    return sortRows(rowsOrOne(value), options.sortBy)
      .map((row) => idLine(row, options))
      .join('');
  },
  pages: linesOfPages(idLine),
};

function idLine(row: unknown, { isTerminal }: RenderOptions): string {
  const id = idOf(row) ?? idOfOnlyMember(row);
  if (id === null) {
    throw usageFailure('There is no name to print', 'The response has neither an id nor a name.', {
      step: 'select_with_query',
    });
  }
  return `${isTerminal ? sanitiseLine(id) : id.replace(/[\r\n]+/g, ' ')}\n`;
}

function idOf(row: unknown): string | null {
  if (typeof row === 'string') return row;
  if (typeof row === 'number') return String(row);
  if (isExactNumber(row)) return row.rawJSON;
  if (!isJsonObject(row)) return null;
  for (const name of ID_MEMBERS) {
    const id = Object.hasOwn(row, name) ? row[name] : null;
    if (typeof id === 'string' && id !== '') return id;
    if (typeof id === 'number') return String(id);
    if (isExactNumber(id)) return id.rawJSON;
  }
  return null;
}

/** An answer such as `{"machine": {"id": …}}` is about that one thing. */
function idOfOnlyMember(row: unknown): string | null {
  if (!isJsonObject(row)) return null;
  const [first, ...others] = Object.values(row).filter(isJsonObject);
  return first === undefined || others.length > 0 ? null : idOf(first);
}

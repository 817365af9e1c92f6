import { isJsonObject } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import type { Format, Printable, RenderOptions } from '../format.ts';
import { rowsIn, sortRows } from '../rows.ts';
import { tableFormat } from '../table.ts';
import { cardLines } from './card-lines.ts';
import { findView } from './find-view.ts';
import { jobView } from './job.ts';
import { jobEndLines } from './job-end.ts';
import { listLines } from './list-lines.ts';

/** The table of a terminal: known records in their view, unless all of them or some members are asked for. */
export const viewFormat: Format = {
  value(answer, options) {
    const isAsked = options.columns !== undefined || options.isFull === true;
    const lines = isAsked ? undefined : viewLines(answer, options);
    if (lines === undefined) return tableFormat.value(answer, options);
    return lines.map((line) => `${line}\n`).join('');
  },
};

function viewLines(answer: Printable, options: RenderOptions): readonly string[] | undefined {
  const found = rowsIn(answer.value);
  if (found === null) return recordLines(answer, options);
  const rows = sortRows(found.rows, options.sortBy);
  if (!rows.every(isJsonObject)) return undefined;
  const [first] = rows;
  const view = first === undefined ? undefined : findView(first);
  return view === undefined ? undefined : listLines(rows, view.columns, options);
}

function recordLines(
  { value, isEnd }: Printable,
  options: RenderOptions,
): readonly string[] | undefined {
  for (const record of recordsOf(value)) {
    const view = findView(record);
    if (view === jobView && isEnd === true) return jobEndLines(record, options);
    if (view !== undefined) return cardLines(view.card(record, options.now), options);
  }
  return undefined;
}

/** The answer itself; or the one thing it is about, as in `{"machine": {…}}`. */
function recordsOf(value: unknown): readonly JsonObject[] {
  if (!isJsonObject(value)) return [];
  const inner = Object.values(value).filter(isJsonObject);
  return inner.length === 1 && Object.keys(value).length === 1 ? [value, ...inner] : [value];
}

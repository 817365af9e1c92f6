import { isJsonObject } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import type { Format, Printable, RenderOptions } from '../format.ts';
import { rowsIn, sortRows } from '../rows.ts';
import { sanitiseLine } from '../sanitise.ts';
import { tableFormat } from '../table.ts';
import { linesBeside } from './beside-rows.ts';
import { cardByRule, columnsFor } from './by-rule.ts';
import { cardLines } from './card-lines.ts';
import { findView } from './find-view.ts';
import { jobView } from './job.ts';
import { jobEndLines } from './job-end.ts';
import { listLines } from './list-lines.ts';
import { textAt } from './member.ts';

/**
 * The table of a terminal: known records in their view, others by the same rules without knowledge.
 * Where all members are asked for, or some by name, it is the plain table.
 */
export const viewFormat: Format = {
  value(answer, options) {
    const isAsked = options.columns !== undefined || options.isFull === true;
    const lines = isAsked ? undefined : linesOf(answer, options);
    if (lines === undefined) return tableFormat.value(answer, options);
    return lines.map((line) => `${line}\n`).join('');
  },
};

/** Undefined for what has no members to choose from. */
function linesOf(answer: Printable, options: RenderOptions): readonly string[] | undefined {
  const found = rowsIn(answer.value);
  if (found === null) return recordLines(answer, options);
  const rows = sortRows(found.rows, options.sortBy);
  if (!rows.every(isJsonObject)) return undefined;
  const beside = isJsonObject(answer.value) ? linesBeside(answer.value, found.member, options) : [];
  const list =
    rows.length === 0
      ? [`No ${sanitiseLine(found.member ?? 'rows').replaceAll('_', ' ')}.`]
      : listLines(rows, columnsFor(rows), options);
  return beside.length === 0 ? list : [...list, '', ...beside];
}

function recordLines(
  { value, isEnd }: Printable,
  options: RenderOptions,
): readonly string[] | undefined {
  if (!isJsonObject(value)) return undefined;
  for (const record of [value, ...innerRecord(value)]) {
    const view = findView(record);
    if (view === jobView && isEnd === true) return jobEndLines(record, options);
    if (view !== undefined) return cardLines(view.card(record, options.now), options);
  }
  // A service may tell no more of a job than its state.
  if (isEnd === true && textAt(value, 'state') !== '') return jobEndLines(value, options);
  return cardLines(cardByRule(value, options.now), options);
}

/** The one thing that an answer is about, as in `{"machine": {…}}`. */
function innerRecord(value: JsonObject): readonly JsonObject[] {
  const inner = Object.values(value);
  return inner.length === 1 ? inner.filter(isJsonObject) : [];
}

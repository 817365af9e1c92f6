import { isJsonObject } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import { columnsByRule, TITLES, tellingMembers } from './columns-by-rule.ts';
import { findView } from './find-view.ts';
import { textAt } from './member.ts';
import { partsOf } from './parts-by-rule.ts';
import type { Card, Column } from './view.ts';

/** The columns for a list of records: those of the first one's view, else by rule. */
export function columnsFor(records: readonly JsonObject[]): readonly Column[] {
  const [first] = records;
  const columns = first === undefined ? [] : (findView(first)?.columns ?? []);
  return columns.length === 0 ? columnsByRule(records) : columns;
}

/** One record that nobody knows: its state and title, then all that is not empty. */
export function cardByRule(record: JsonObject, now: number): Card {
  const inner = Object.values(record);
  const [only] = inner;
  // An answer such as `{"kettle": {…}}` is about that one thing.
  if (inner.length === 1 && isJsonObject(only)) return cardByRule(only, now);
  const { state } = tellingMembers([record]);
  const titleOf = (name: string) => textAt(record, name, `${name}.text`);
  const title = TITLES.find((name) => name !== state && titleOf(name) !== '');
  const others = Object.entries(record).filter(([name]) => name !== state && name !== title);
  const parts = partsOf(Object.fromEntries(others), now, columnsFor);
  const isEmpty = parts.length === 0 && state === undefined && title === undefined;
  return {
    state: state === undefined ? '' : textAt(record, state),
    title: title === undefined ? '' : titleOf(title),
    parts: isEmpty ? [{ text: nothingIn(record), linesMax: 1 }] : parts,
  };
}

/** Which lists are empty, since an answer without anything would look like a mistake. */
function nothingIn(record: JsonObject): string {
  const lists = Object.keys(record).filter((name) => Array.isArray(record[name]));
  if (lists.length === 0) return 'The answer is empty.';
  return `No ${lists.map((name) => name.replaceAll('_', ' ')).join(', no ')}.`;
}

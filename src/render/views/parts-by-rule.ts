import { isExactNumber, isJsonObject } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import { cellForPeople } from '../cell.ts';
import { sanitiseLine } from '../sanitise.ts';
import { columnsByRule } from './columns-by-rule.ts';
import { shortText } from './short-text.ts';
import type { Column, Part } from './view.ts';

const LONG_CHARS = 200;
const SHORT_LIST_CHARS = 50;
const DEPTH_MAX = 3;

type ColumnsFor = (records: readonly JsonObject[]) => readonly Column[];

interface Place {
  readonly now: number;
  readonly columnsFor: ColumnsFor;
  /** What stands before a name: those of the records that it is in. */
  readonly path: string;
  readonly depth: number;
}

/**
 * The members of a record nobody knows: short ones beside their label, then lists and long texts, a
 * line each; what is empty is left out.
 */
export function partsOf(
  members: object,
  now: number,
  columnsFor: ColumnsFor = columnsByRule,
): readonly Part[] {
  const parts = partsAt(members, { now, columnsFor, path: '', depth: 0 });
  const isShort = (part: Part) => 'value' in part;
  return [...parts.filter(isShort), ...parts.filter((part) => !isShort(part))];
}

function partsAt(members: object, place: Place): readonly Part[] {
  return Object.entries(members).flatMap(([name, value]) => {
    const words = sanitiseLine(name).replaceAll('_', ' ');
    return partOf(place.path === '' ? words : `${place.path} ${words}`, value, place);
  });
}

function partOf(label: string, value: unknown, place: Place): readonly Part[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return listPart(label, value, place);
  if (typeof value === 'string' && (value.includes('\n') || value.length > LONG_CHARS)) {
    return [{ label, lines: value.trimEnd().split('\n'), isNewestLast: true, linesMax: 20 }];
  }
  if (!isJsonObject(value) || isExactNumber(value)) {
    return [{ label, value: shortText(value, place.now) }];
  }
  const isDeep = place.depth >= DEPTH_MAX;
  if (isDeep) return [{ label, value: cellForPeople(value, place.now) }];
  return partsAt(value, { ...place, path: label, depth: place.depth + 1 });
}

/** Texts are lines, the newest last; records a table. */
function listPart(
  label: string,
  items: readonly unknown[],
  { now, columnsFor }: Place,
): readonly Part[] {
  if (items.length === 0) return [];
  if (items.every(isJsonObject)) return [{ label, rows: items, columns: columnsFor(items) }];
  const lines = items.map((item) => (typeof item === 'string' ? item : shortText(item, now)));
  const inLine = lines.join(', ');
  if (inLine.length <= SHORT_LIST_CHARS) return [{ label, value: inLine }];
  return [{ label, lines, isNewestLast: true, linesMax: 20 }];
}

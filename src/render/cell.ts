import { isExactNumber, isJsonObject, stringifyJson } from '../base/json/lossless.ts';
import { sanitiseLine } from './sanitise.ts';
import { parseTime, relativeTime } from './time.ts';

const DEPTH_MAX = 2;
const ITEMS_SHOWN_MAX = 20;
/** A line of a terminal has fewer; what is longer is cut before it is worked on. */
const TEXT_CHARS_MAX = 2000;

/**
 * A value on one line for a person: harmless, times relative (exact without `nowMs`), nested values
 * compact.
 */
export function cellForPeople(value: unknown, nowMs: number | undefined): string {
  return compact(value, nowMs, 0);
}

const CALLED_BY: readonly string[] = ['id', 'kind', 'name', 'title'];

/** Of a record with an id of its own, as a job within a skill, what it is called and how it stands. */
export function inBrief(value: unknown): unknown {
  if (!isJsonObject(value) || typeof value['id'] !== 'string') return value;
  const shown = [...CALLED_BY, Object.hasOwn(value, 'state') ? 'state' : 'status'];
  return Object.fromEntries(Object.entries(value).filter(([name]) => shown.includes(name)));
}

/** A value in one cell for a program: a text as it is, a nested value as compact JSON. */
export function cellForPrograms(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}

function compact(value: unknown, nowMs: number | undefined, depth: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return textCell(value, nowMs);
  if (isExactNumber(value)) return value.rawJSON;
  if (Array.isArray(value)) return listCell(value, nowMs, depth);
  if (isJsonObject(value)) return recordCell(value, nowMs, depth);
  return String(value);
}

function textCell(text: string, nowMs: number | undefined): string {
  const atMs = parseTime(text);
  return atMs === undefined || nowMs === undefined
    ? sanitiseLine(text.slice(0, TEXT_CHARS_MAX)).trim()
    : relativeTime(atMs, nowMs);
}

function listCell(items: readonly unknown[], nowMs: number | undefined, depth: number): string {
  if (depth >= DEPTH_MAX) return items.length === 0 ? '' : `(${items.length})`;
  const shown = items
    .slice(0, ITEMS_SHOWN_MAX)
    .map((item) => compact(nameOf(item) ?? item, nowMs, depth + 1));
  return items.length > ITEMS_SHOWN_MAX ? `${shown.join(', ')}, …` : shown.join(', ');
}

function recordCell(record: object, nowMs: number | undefined, depth: number): string {
  if (depth >= DEPTH_MAX) return '{…}';
  return Object.entries(record)
    .slice(0, ITEMS_SHOWN_MAX)
    .map(([name, member]) => [sanitiseLine(name), compact(member, nowMs, depth + 1)])
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ');
}

/** What a thing in a list is called. */
function nameOf(item: unknown): unknown {
  if (!isJsonObject(item)) return null;
  return ['name', 'title', 'id']
    .map((member) => (Object.hasOwn(item, member) ? item[member] : null))
    .find((name) => typeof name === 'string' && name !== '');
}

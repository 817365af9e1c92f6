import { isExactNumber, isJsonObject } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import { memberAt } from '../rows.ts';
import { parseTime } from '../time.ts';

/** The first of these members that is a text or number, as text; else an empty text. */
export function textAt(record: unknown, ...paths: readonly string[]): string {
  for (const path of paths) {
    const value = memberAt(record, path);
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
    if (isExactNumber(value)) return value.rawJSON;
  }
  return '';
}

/** The member where it is a number. */
export function numberAt(record: unknown, path: string): number | undefined {
  const value = memberAt(record, path);
  if (isExactNumber(value)) return Number(value.rawJSON);
  return typeof value === 'number' ? value : undefined;
}

/** The first of these members that is a time, in milliseconds since the epoch. */
export function timeAt(record: unknown, ...paths: readonly string[]): number | undefined {
  for (const path of paths) {
    const value = memberAt(record, path);
    const atMs = typeof value === 'string' ? parseTime(value) : undefined;
    if (atMs !== undefined) return atMs;
  }
  return undefined;
}

/** The records in a member that is a list; none where it is not. */
export function recordsAt(record: unknown, path: string): readonly JsonObject[] {
  const value = memberAt(record, path);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The texts in a member that is a list of them. */
export function textsAt(record: unknown, path: string): readonly string[] {
  const value = memberAt(record, path);
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Whether the record has one of these members at all. */
export function hasAny(record: JsonObject, ...names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(record, name));
}

/** Texts in a line, those without anything to say left out. */
export function joined(separator: string, ...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(separator);
}

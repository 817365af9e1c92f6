import { isExactNumber, isJsonObject } from '../base/json/lossless.ts';

/** A JSON object made here: it has no prototype, so `__proto__` and `toString` are plain members. */
export type PlainObject = { [member: string]: unknown };

/** An empty object without a prototype. */
export function emptyObject(): PlainObject {
  return Object.create(null) as PlainObject;
}

/** Whether `value` is a JSON object, here one of those that may be changed. */
export function isPlainObject(value: unknown): value is PlainObject {
  return isJsonObject(value);
}

/** Far more than any input has, and what every later step can walk through. */
const DEPTH_MAX = 500;

/** The same JSON value with objects that have no prototype. Throws RangeError beyond 500 levels. */
export function plainJson(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX) throw new RangeError(`nested more than ${DEPTH_MAX} levels deep`);
  if (Array.isArray(value)) return value.map((item) => plainJson(item, depth + 1));
  if (!isPlainObject(value)) return value;
  const copy = emptyObject();
  for (const [name, member] of Object.entries(value)) copy[name] = plainJson(member, depth + 1);
  return copy;
}

type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** The JSON type of a value; a number that is kept as text is a number. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || isExactNumber(value)) return 'number';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

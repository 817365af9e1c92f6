import { isExactNumber } from '../contract/lossless-json.ts';

/** A JSON object made here: it has no prototype, so `__proto__` and `toString` are plain members. */
export type JsonObject = { [member: string]: unknown };

/** An empty object without a prototype. */
export function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject;
}

/** Whether `value` is a JSON object: no list, no null and no number that is kept as text. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
  );
}

/** The same JSON value with objects that have no prototype. Throws RangeError where nested too deep. */
export function plainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainJson);
  if (!isJsonObject(value)) return value;
  const copy = emptyObject();
  for (const [name, member] of Object.entries(value)) copy[name] = plainJson(member);
  return copy;
}

export type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** The JSON type of a value; a number that is kept as text is a number. */
export function jsonTypeOf(value: unknown): JsonType {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number' || isExactNumber(value)) return 'number';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

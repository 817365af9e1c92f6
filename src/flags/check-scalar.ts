import { type ExactNumber, isExactNumber, isJsonObject } from '../base/json/lossless.ts';
import type { JsonSchema } from '../contract/tool.ts';
import { jsonTypeOf } from './plain-json.ts';
import { matchesPattern } from './safe-pattern.ts';

/** `type`, `enum`, `const` and the bounds of numbers and strings, of which each must hold. */
export function fitsScalar(value: unknown, schema: JsonSchema): boolean {
  return (
    fitsType(value, schema['type']) &&
    fitsEnum(value, schema['enum']) &&
    (schema['const'] === undefined || isSameJson(value, schema['const'])) &&
    fitsBounds(value, schema) &&
    fitsText(value, schema)
  );
}

function fitsType(value: unknown, type: unknown): boolean {
  if (Array.isArray(type)) return type.length === 0 || type.some((each) => fitsType(value, each));
  if (type === 'integer') return isInteger(value);
  return isKnownType(type) ? jsonTypeOf(value) === type : true;
}

function isKnownType(type: unknown): boolean {
  return ['null', 'boolean', 'number', 'string', 'array', 'object'].includes(String(type));
}

function isInteger(value: unknown): boolean {
  if (isExactNumber(value)) return /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/.test(value.rawJSON);
  return Number.isInteger(value);
}

function fitsEnum(value: unknown, choices: unknown): boolean {
  return !Array.isArray(choices) || choices.some((choice) => isSameJson(value, choice));
}

function fitsBounds(value: unknown, schema: JsonSchema): boolean {
  if (typeof value !== 'number' && !isExactNumber(value)) return true;
  const compare = (bound: unknown) => (typeof bound === 'number' ? order(value, bound) : null);
  const minimum = compare(schema['minimum']) ?? 0;
  const maximum = compare(schema['maximum']) ?? 0;
  const above = compare(schema['exclusiveMinimum']) ?? 1;
  const below = compare(schema['exclusiveMaximum']) ?? -1;
  return minimum >= 0 && maximum <= 0 && above > 0 && below < 0;
}

/** Below 0 where `value` is smaller than `bound`; whole numbers are compared digit by digit. */
function order(value: number | ExactNumber, bound: number): number {
  if (!isExactNumber(value)) return value - bound;
  if (/^-?\d+$/.test(value.rawJSON) && Number.isInteger(bound)) {
    const exact = BigInt(value.rawJSON);
    const limit = BigInt(bound);
    return exact < limit ? -1 : Number(exact > limit);
  }
  return Number(value.rawJSON) - bound;
}

function fitsText(value: unknown, schema: JsonSchema): boolean {
  if (typeof value !== 'string') return true;
  const { minLength, maxLength, pattern } = schema;
  if (typeof minLength === 'number' || typeof maxLength === 'number') {
    const length = codePoints(value);
    if (typeof minLength === 'number' && length < minLength) return false;
    if (typeof maxLength === 'number' && length > maxLength) return false;
  }
  return typeof pattern !== 'string' || matchesPattern(value, pattern);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isExactNumber(left) && isExactNumber(right)) return left.rawJSON === right.rawJSON;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => isSameJson(item, right[at]));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(left[name], right[name]))
  );
}

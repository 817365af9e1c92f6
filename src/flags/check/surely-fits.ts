import { isExactNumber, isJsonObject } from '../../base/json/lossless.ts';
import type { JsonSchema } from '../../contract/tool.ts';
import { asRecord } from '../resolve-schema.ts';

type Fits = (value: unknown, limit: unknown, schema: JsonSchema, depth: number) => boolean;

const DEPTH_MAX = 64;
const always: Fits = () => true;

/** Keywords that need no library, each with whether a value surely fits. */
const PLAIN: Readonly<Record<string, Fits>> = {
  $comment: always,
  title: always,
  description: always,
  default: always,
  examples: always,
  format: (_value, format) => format !== 'regex',
  type: (value, type) => typeof type === 'string' && isOfType(value, type),
  enum: (value, choices) => Array.isArray(choices) && isScalar(value) && choices.includes(value),
  minimum: (value, min) => typeof value !== 'number' || (isNumber(min) && value >= min),
  maximum: (value, max) => typeof value !== 'number' || (isNumber(max) && value <= max),
  minLength: (value, min) =>
    typeof value !== 'string' || (isNumber(min) && (min <= 0 || [...value].length >= min)),
  maxLength: (value, max) => typeof value !== 'string' || (isNumber(max) && value.length <= max),
  minItems: (value, min) => !Array.isArray(value) || (isNumber(min) && value.length >= min),
  maxItems: (value, max) => !Array.isArray(value) || (isNumber(max) && value.length <= max),
  required: (value, names) =>
    !isJsonObject(value) ||
    (Array.isArray(names) && names.every((name) => Object.hasOwn(value, name))),
  properties: (value, properties, _schema, depth) =>
    !isJsonObject(value) ||
    Object.entries(asRecord(properties) ?? {}).every(
      ([name, schema]) => !Object.hasOwn(value, name) || surelyFits(value[name], schema, depth + 1),
    ),
  additionalProperties: (value, additional, { properties = {} }, depth) =>
    !isJsonObject(value) ||
    Object.entries(value).every(
      ([name, member]) =>
        Object.hasOwn(asRecord(properties) ?? {}, name) ||
        surelyFits(member, additional, depth + 1),
    ),
  items: (value, items, _schema, depth) =>
    !Array.isArray(value) || value.every((item) => surelyFits(item, items, depth + 1)),
};

/**
 * Whether a value fits a schema beyond doubt, by its plain keywords alone. False is no verdict: then
 * the library says, whose loading costs nearly half of what a bare Node costs.
 */
export function surelyFits(value: unknown, given: unknown, depth = 0): boolean {
  if (given === true) return true;
  const schema = asRecord(given);
  if (schema === null || depth > DEPTH_MAX || isExactNumber(value)) return false;
  return Object.entries(schema).every(
    ([keyword, limit]) =>
      Object.hasOwn(PLAIN, keyword) && PLAIN[keyword]?.(value, limit, schema, depth) === true,
  );
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    default:
      return ['string', 'number', 'boolean'].includes(type) && typeof value === type;
  }
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function isNumber(limit: unknown): limit is number {
  return typeof limit === 'number';
}

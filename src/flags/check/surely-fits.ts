import { isExactNumber, isJsonObject } from '../../base/json/lossless.ts';
import { asRecord } from '../../contract/resolve-schema.ts';
import type { JsonSchema } from '../../contract/tool.ts';
import { jsonTypeOf } from '../plain-json.ts';

/** What is left to look at, and how deep that is. */
interface PlainBudget {
  left: number;
  depth: number;
}

type Fits = (value: unknown, limit: unknown, schema: JsonSchema, budget: PlainBudget) => boolean;

const DEPTH_MAX = 64;
/** Keywords, choices and required names, each some nanoseconds. */
const STEPS_MAX = 10_000_000;
const always: Fits = () => true;

/** Keywords that need no library, each with whether a value surely fits. */
const PLAIN: Readonly<Record<string, Fits>> = {
  $comment: always,
  title: always,
  description: always,
  default: always,
  examples: always,
  format: (_value, format) => format !== 'regex',
  type: isOfType,
  enum: (value, choices) => Array.isArray(choices) && choices.includes(value),
  minimum: (value, min) => typeof value !== 'number' || (isNumber(min) && value >= min),
  maximum: (value, max) => typeof value !== 'number' || (isNumber(max) && value <= max),
  minLength: (value, min) =>
    typeof value !== 'string' || (isNumber(min) && (min <= 0 || [...value].length >= min)),
  maxLength: isAtMost,
  minItems: (value, min) => isNumber(min) && lengthOf(value) >= min,
  maxItems: isAtMost,
  required: (value, names) =>
    !isJsonObject(value) ||
    (Array.isArray(names) && names.every((name) => Object.hasOwn(value, name))),
  // The value is small beside what its schema may be: one has many names, and each item has it.
  properties: (value, properties, _schema, budget) =>
    !isJsonObject(value) ||
    Object.entries(value).every(
      ([name, member]) =>
        !Object.hasOwn(asRecord(properties) ?? {}, name) ||
        surelyFits(member, asRecord(properties)?.[name], budget),
    ),
  additionalProperties: (value, additional, { properties = {} }, budget) =>
    !isJsonObject(value) ||
    Object.entries(value).every(
      ([name, member]) =>
        Object.hasOwn(asRecord(properties) ?? {}, name) || surelyFits(member, additional, budget),
    ),
  items: (value, items, _schema, budget) =>
    !Array.isArray(value) || value.every((item) => surelyFits(item, items, budget)),
};

/** A full budget. */
export function plainBudget(): PlainBudget {
  return { left: STEPS_MAX, depth: 0 };
}

/**
 * Whether a value fits a schema beyond doubt, by its plain keywords alone and within the budget. False
 * is no verdict: then the library says, whose loading costs nearly half of what a bare Node costs.
 */
export function surelyFits(value: unknown, given: unknown, budget = plainBudget()): boolean {
  if (given === true) return true;
  const schema = asRecord(given);
  if (schema === null || budget.depth > DEPTH_MAX || isExactNumber(value)) return false;
  budget.depth += 1;
  const fits = Object.entries(schema).every(([keyword, limit]) => {
    budget.left -= Array.isArray(limit) ? limit.length : 1;
    return (
      budget.left > 0 &&
      Object.hasOwn(PLAIN, keyword) &&
      PLAIN[keyword]?.(value, limit, schema, budget) === true
    );
  });
  budget.depth -= 1;
  return fits;
}

function isOfType(value: unknown, type: unknown): boolean {
  return type === 'integer' ? Number.isInteger(value) : type === jsonTypeOf(value);
}

/** The length of a text or a list, whichever of the two the keyword is for; anything else has none. */
function isAtMost(value: unknown, max: unknown): boolean {
  return isNumber(max) && lengthOf(value) <= max;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

function isNumber(limit: unknown): limit is number {
  return typeof limit === 'number';
}

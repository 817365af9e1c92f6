import { isDeepStrictEqual } from 'node:util';
import {
  type Draft,
  extendDraft,
  isJsonError,
  type JsonSchemaValidatorParams,
  type Keyword,
  type ValidationReturnType,
} from 'json-schema-library';
import { isExactNumber } from '../../base/json/lossless.ts';
import { isObject } from '../../base/json/object.ts';
import { bareAnnotation, bareError } from './bare-errors.ts';
import { type Budget, Undecided } from './budget.ts';
import { doubleFor } from './exact-number.ts';
import { spendKeywordCost } from './keyword-cost.ts';
import type { Guard } from './linear-pattern.ts';
import { patternReaders } from './pattern-keywords.ts';
import { BRANCHES } from './to-problems.ts';

/** The library merges schemas to decide them, which no budget could bound. */
const LEFT_TO_SERVICE = ['unevaluatedItems', 'unevaluatedProperties'];
/** Problems found that one step of the budget pays. */
const PROBLEMS_A_STEP = 4;

/**
 * A draft of the library whose keywords keep to the budget, match patterns in linear time and read
 * numbers that a double cannot hold. Formats are annotations (JSON Schema 2020-12 §7.2.1).
 */
export function guardedDraft(draft: Draft, guard: Guard): Draft {
  const readers = patternReaders(guard);
  const keywords = draft.keywords.map((original) => {
    const parse = readers.get(original.keyword) ?? original.parse;
    return guarded({ ...original, ...(parse && { parse }) }, guard.budget);
  });
  const extended = extendDraft(draft, { keywords });
  return {
    ...extended,
    keywords: extended.keywords.filter(({ keyword }) => !LEFT_TO_SERVICE.includes(keyword)),
    formats: {},
  };
}

function guarded(original: Keyword, budget: Budget): Keyword {
  const { keyword, parse, validate } = original;
  return {
    ...original,
    // What is missing comes first in the list of problems.
    ...(keyword === 'required' && { order: 1 }),
    parse: (node) => {
      Object.assign(node, { createError: bareError, createAnnotation: bareAnnotation });
      const members: unknown = keyword === 'properties' && node.schema.properties;
      if (isObject(members) && Object.hasOwn(members, '__proto__'))
        throw new Undecided('the library cannot hold that name');
      const errors = budget.within(keyword, () => parse?.(node));
      // Members are looked up by the names of the data, of which `constructor` may be one.
      if (keyword === 'properties' && node.properties) Object.setPrototypeOf(node.properties, null);
      return errors;
    },
    ...(validate && {
      validate: (at: JsonSchemaValidatorParams) =>
        budget.within(keyword, () => checked(validate, at, { keyword, budget })),
    }),
  };
}

type Validate = NonNullable<Keyword['validate']>;

function checked(
  validate: Validate,
  given: JsonSchemaValidatorParams,
  { keyword, budget }: { readonly keyword: string; readonly budget: Budget },
): ValidationReturnType {
  const at = isExactNumber(given.data)
    ? {
        ...given,
        data: doubleFor(given.data, { keyword, limit: given.node.schema[keyword], budget }),
      }
    : given;
  spendKeywordCost(keyword, at, budget);
  const found = keyword === 'enum' ? choiceErrors(at) : [validate(at)].flat();
  budget.spend(found.length / PROBLEMS_A_STEP);
  for (const error of found) {
    if (!isJsonError(error)) continue;
    if (error.code === 'ref-error') throw new Undecided('a reference leads nowhere');
    if (error.code === 'any-of-error' || error.code === 'one-of-error')
      error.data[BRANCHES] = branchErrors(at);
  }
  return found;
}

/** Why each alternative does not fit, which the library does not tell. */
function branchErrors({ node, data, pointer, path }: JsonSchemaValidatorParams): unknown {
  return (node.anyOf ?? node.oneOf ?? []).map(
    (branch) => branch.validate(data, pointer, path).errors,
  );
}

/** The library writes each choice as text, and takes members in another order for another value. */
function choiceErrors({ node, data: value, pointer }: JsonSchemaValidatorParams) {
  const choices: readonly unknown[] = node.enum ?? [];
  const isChoice =
    typeof value === 'object' && value !== null
      ? choices.some((choice) => isDeepStrictEqual(choice, value))
      : choices.includes(value);
  return isChoice ? [] : [bareError('enum-error', { pointer, schema: node.schema, value })];
}

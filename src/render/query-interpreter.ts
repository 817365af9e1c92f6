import {
  compareDecimals,
  compareNumbers,
  decimalParts,
  isNumber,
} from '../base/json/compare-numbers.ts';
import { isExactNumber, type JsonNumber } from '../base/json/lossless.ts';
import { membersOf } from '../base/json/object.ts';
import type { SeenComparisons } from './query-conditions.ts';

type Interpreter = typeof import('@jmespath-community/jmespath').TreeInterpreter;
type CallFunction = Interpreter['runtime']['callFunction'];
type Value = ReturnType<CallFunction>;

/**
 * An interpreter that also orders texts, as the AWS CLI does: `created_at > '2026-11-22'`, and numbers
 * that are kept as text. The standard has null for both, so that such a filter would find nothing
 * without a word.
 */
export function createInterpreter(
  standard: Interpreter,
  comparisons: SeenComparisons,
): Interpreter {
  return adapted(new (standard.constructor as new () => Interpreter)(), comparisons);
}

function adapted(interpreter: Interpreter, comparisons: SeenComparisons): Interpreter {
  const visit = interpreter.visit.bind(interpreter);
  interpreter.visit = (node, value) => {
    // To the library a number that is kept as text is an object.
    if (node.type === 'Field' && isExactNumber(value)) return null;
    if (node.type === 'Function') comparisons.seeCall(node, value);
    if (node.type === 'NotExpression') comparisons.seeNegation(node.child, value);
    if (node.type !== 'Comparator') return visit(node, value);
    const left = interpreter.visit(node.left, value);
    const right = interpreter.visit(node.right, value);
    comparisons.see(node, value, [left, right]);
    const fits = ORDER[node.name];
    if (fits === undefined) return visit(node, value);
    if (areOrdered([left, right])) return fits(compare(left, right));
    return IS_EQUALITY.has(node.name) ? visit(node, value) : null;
  };
  // What stands in a let has an interpreter of its own.
  const withScope = interpreter.withScope.bind(interpreter);
  interpreter.withScope = (scope) => adapted(withScope(scope), comparisons);
  const call = interpreter.runtime.callFunction.bind(interpreter.runtime);
  interpreter.runtime.callFunction = (name, args) =>
    ownResult(interpreter, name, args) ?? call(name, args);
  return interpreter;
}

const ORDER: Readonly<Record<string, (order: number) => boolean>> = {
  GT: (order) => order > 0,
  GTE: (order) => order >= 0,
  LT: (order) => order < 0,
  LTE: (order) => order <= 0,
  EQ: (order) => order === 0,
  NE: (order) => order !== 0,
};

const IS_EQUALITY: ReadonlySet<string> = new Set(['EQ', 'NE']);

type Ordered = JsonNumber | string;

/** Whether all are texts, or all numbers. */
function areOrdered(values: readonly unknown[]): values is readonly Ordered[] {
  return (
    values.every((value) => typeof value === 'string') || values.every((value) => isNumber(value))
  );
}

function compare(left: unknown, right: unknown): number {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  return String(left) < String(right) ? -1 : left === right ? 0 : 1;
}

/** By what a function orders: the items themselves, or what an expression takes of each. */
interface Keyed<Key> {
  readonly item: unknown;
  readonly key: Key;
}

type ByOrder = <Key>(
  items: readonly Keyed<Key>[],
  compare: (left: Key, right: Key) => number,
) => unknown;

const BY_ORDER: Readonly<Record<string, ByOrder>> = {
  max: (items, compare) =>
    items.reduce((best, item) => (compare(item.key, best.key) > 0 ? item : best)).item,
  min: (items, compare) =>
    items.reduce((best, item) => (compare(item.key, best.key) < 0 ? item : best)).item,
  sort: (items, compare) =>
    items.toSorted((left, right) => compare(left.key, right.key)).map(({ item }) => item),
};

/**
 * What the library has wrong: the largest and smallest of texts or of many, and numbers that are kept as text.
 * Undefined for all else. Throws `Error` where such a number is calculated with.
 */
function ownResult(
  interpreter: Interpreter,
  name: string,
  [first, expression]: Parameters<CallFunction>[1],
): Value | undefined {
  if (isExactNumber(first)) return ofExact(name, first as Value);
  const order = BY_ORDER[name.replace(/_by$/, '')];
  if (order === undefined || !Array.isArray(first) || first.length === 0) return undefined;
  const isBy = name.endsWith('_by');
  if (isBy && membersOf(expression)['expref'] !== true) return undefined;
  const node = expression as Parameters<Interpreter['visit']>[0];
  const items = first.map((item) => ({ item, key: isBy ? interpreter.visit(node, item) : item }));
  const keys = items.map(({ key }) => key);
  const hasExact = keys.some((key) => isExactNumber(key));
  // Of many items the library makes as many arguments of one call, which the stack does not hold.
  // It sorts numbers as texts, and turns round those with the same key.
  if (!areOrdered(keys)) return undefined;
  if (!hasExact) return order(items, compare) as Value;
  const decimals = items.map(({ item, key }) => ({ item, key: decimalParts(key as JsonNumber) }));
  return order(decimals, compareDecimals) as Value;
}

const PASSED_ON: ReadonlySet<string> = new Set(['not_null', 'to_array', 'to_string']);

function ofExact(name: string, value: Value): Value | undefined {
  if (name === 'type') return 'number';
  if (name === 'to_number') return value;
  if (PASSED_ON.has(name)) return undefined;
  throw new Error(`${name}() does not take the number ${JSON.stringify(value)}: ${TOO_EXACT}.`);
}

/** Why nothing is calculated with a number. */
export const TOO_EXACT = 'it has more digits, or is larger, than a query can calculate with';

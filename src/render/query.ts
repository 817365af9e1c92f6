import { messageOf } from '../base/errors.ts';
import { Failure, usageFailure } from '../contract/failure.ts';
import { queryNote } from './query-note.ts';

/** A JMESPath expression, compiled. */
interface CompiledQuery {
  /**
   * What the expression selects; null where nothing matches. Numbers that are kept as text pass
   * through unchanged. Throws `Failure` local where the answer does not fit the expression.
   */
  select(value: unknown): unknown;
  /** Why the first answer had nothing of what was asked for, where that is known. */
  note(): string | undefined;
}

type Jmespath = typeof import('@jmespath-community/jmespath');
type Expression = ReturnType<Jmespath['compile']>;

/**
 * Compiles a JMESPath expression, unknown functions and wrong numbers of arguments included, so that
 * a wrong one is refused before anything is sent. Throws a usage failure that points at the place.
 */
export async function compileQuery(expression: string): Promise<CompiledQuery> {
  const jmespath = await import('@jmespath-community/jmespath');
  const compiled = compile(jmespath, expression);
  const interpreter = createInterpreter(jmespath);
  const wrongCall = findWrongCall(jmespath, compiled);
  if (wrongCall !== undefined)
    throw usageFailure('The query is not valid', `${wrongCall}\n  ${expression}`);
  let first: { readonly note: string | undefined } | undefined;
  return {
    note: () => first?.note,
    select(value) {
      try {
        const found: unknown = interpreter.search(compiled, value as JsonValue);
        // The library finds what every object has from JavaScript, as `constructor`.
        const selected = typeof found === 'function' ? null : found;
        const isNothing = selected === null || (Array.isArray(selected) && selected.length === 0);
        first ??= { note: isNothing ? queryNote(expression, value) : undefined };
        return selected;
      } catch (cause) {
        throw new Failure(
          'local',
          {
            code: 'query_failed',
            title: 'The query does not fit the response',
            detail: messageOf(cause),
          },
          { cause },
        );
      }
    },
  };
}

/** A literal that is no JSON is its text, as in the older JMESPath of the AWS CLI: `failed`. */
const AS_AWS = { enable_legacy_literals: true };

type JsonValue = Parameters<Jmespath['search']>[0];

type Interpreter = Jmespath['TreeInterpreter'];

/**
 * An interpreter that also orders texts, as the AWS CLI does: `created_at > '2026-11-22'`. The
 * standard has null for it, so that such a filter would find nothing without a word.
 */
function createInterpreter({ TreeInterpreter: standard }: Jmespath): Interpreter {
  const interpreter = new (standard.constructor as new () => Interpreter)();
  const visit = interpreter.visit.bind(interpreter);
  interpreter.visit = (node, value) => {
    const compare = node.type === 'Comparator' ? ORDER[node.name] : undefined;
    if (node.type !== 'Comparator' || compare === undefined) return visit(node, value);
    const left = interpreter.visit(node.left, value);
    const right = interpreter.visit(node.right, value);
    return typeof left === typeof right && isOrdered(left) && isOrdered(right)
      ? compare(left, right)
      : null;
  };
  return interpreter;
}

type Ordered = number | string;

const ORDER: Readonly<Record<string, (left: Ordered, right: Ordered) => boolean>> = {
  GT: (left, right) => left > right,
  GTE: (left, right) => left >= right,
  LT: (left, right) => left < right,
  LTE: (left, right) => left <= right,
};

function isOrdered(value: unknown): value is Ordered {
  return typeof value === 'number' || typeof value === 'string';
}

function compile(jmespath: Jmespath, expression: string): Expression {
  const wrong = errorOf(() => jmespath.compile(expression, AS_AWS));
  if (wrong === undefined) return jmespath.compile(expression, AS_AWS);
  if (expression.trim() === '')
    throw usageFailure('The query is empty', 'It takes a JMESPath expression.');
  const place = placeOf(jmespath, expression, wrong);
  throw usageFailure(
    'The query is not valid',
    `${wrong}\n  ${expression.replace(/\s/g, ' ')}\n  ${' '.repeat(place)}^`,
    'See JMESPath (https://jmespath.org).',
  );
}

/**
 * Where an expression goes wrong. The parser gives no position, but it stops at the first wrong
 * token: from there on every longer beginning fails in the same way.
 */
function placeOf(jmespath: Jmespath, expression: string, wrong: string): number {
  const ends = tokenEnds(jmespath, expression);
  if (ends === undefined) return longestTokenised(jmespath, expression);
  let place = ends.at(-1)?.start ?? 0;
  for (const { start, end } of ends.toReversed()) {
    if (errorOf(() => jmespath.compile(expression.slice(0, end), AS_AWS)) !== wrong) break;
    place = start;
  }
  return place;
}

function tokenEnds(jmespath: Jmespath, expression: string) {
  try {
    const starts = jmespath.tokenize(expression, AS_AWS).map(({ start }) => start);
    return starts.map((start, index) => ({ start, end: starts[index + 1] ?? expression.length }));
  } catch {
    return undefined;
  }
}

function longestTokenised(jmespath: Jmespath, expression: string): number {
  let end = expression.length;
  while (
    end > 0 &&
    errorOf(() => jmespath.tokenize(expression.slice(0, end), AS_AWS)) !== undefined
  )
    end -= 1;
  return end;
}

function errorOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** A call of a function that does not exist, or with too few or too many arguments, in words. */
function findWrongCall(jmespath: Jmespath, node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  if ('type' in node && node.type === 'Literal') return undefined;
  if ('type' in node && node.type === 'Function') {
    const { name, children } = node as unknown as { name: string; children: readonly unknown[] };
    const wrong = wrongCall(jmespath, name, children.length);
    if (wrong !== undefined) return wrong;
  }
  for (const child of Object.values(node)) {
    const wrong = findWrongCall(jmespath, child);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongCall(jmespath: Jmespath, name: string, given: number): string | undefined {
  const { _functionTable: functions } = jmespath.TreeInterpreter.runtime;
  const signature = Object.hasOwn(functions, name) ? functions[name]?._signature : undefined;
  if (signature === undefined) return `There is no function ${name}().`;
  const least = signature.filter(({ optional }) => optional !== true).length;
  const isVariadic = signature.at(-1)?.variadic === true;
  const most = isVariadic ? Number.POSITIVE_INFINITY : signature.length;
  if (given >= least && given <= most) return undefined;
  return `${name}() takes ${countInWords(least, most)}, not ${given}.`;
}

function countInWords(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${argumentCount(least)}`;
  return least === most ? argumentCount(least) : `${least} to ${argumentCount(most)}`;
}

function argumentCount(count: number): string {
  return count === 1 ? '1 argument' : `${count} arguments`;
}

import { messageOf } from '../base/errors.ts';
import { Failure, usageFailure } from '../contract/failure.ts';
import { watchComparisons, wrongCondition } from './query-conditions.ts';
import { createInterpreter, TOO_EXACT } from './query-interpreter.ts';
import { queryNote } from './query-note.ts';
import { exactNumberIn, refuseInexact } from './query-numbers.ts';
import { AS_AWS, errorOf, type Jmespath, placeOf } from './query-place.ts';

/** A JMESPath expression, compiled. */
interface CompiledQuery {
  /**
   * What the expression selects; null where nothing matches. Numbers that are kept as text pass
   * through unchanged. Throws `Failure` local where the answer does not fit the expression.
   */
  select(value: unknown): unknown;
  /** Why the first answer had nothing of what was asked for, or what was chosen by that nothing has; where known. */
  note(): string | undefined;
}

type Expression = ReturnType<Jmespath['compile']>;

/**
 * Compiles a JMESPath expression, unknown functions and wrong numbers of arguments included, so that
 * a wrong one is refused before anything is sent. Throws a usage failure that points at the place.
 */
export async function compileQuery(expression: string): Promise<CompiledQuery> {
  const jmespath = await import('@jmespath-community/jmespath');
  const compiled = compile(jmespath, expression);
  const comparisons = watchComparisons();
  const interpreter = createInterpreter(jmespath.TreeInterpreter, comparisons);
  const wrong = within(() => wrongCondition(compiled) ?? findWrongCall(jmespath, compiled));
  if (wrong !== undefined)
    throw usageFailure('The query is not valid', `${wrong}\n  ${expression}`);
  let first: { readonly isNothing: boolean; readonly note: string | undefined } | undefined;
  return {
    note: () => (first?.isNothing === false ? comparisons.note() : first?.note),
    select(value) {
      try {
        const found: unknown = interpreter.search(compiled, value as JsonValue);
        const fault = comparisons.fault();
        if (fault !== undefined) throw new Error(fault);
        // The library finds what every object has from JavaScript, as `constructor`.
        const selected = typeof found === 'function' ? null : found;
        const isNothing = selected === null || (Array.isArray(selected) && selected.length === 0);
        first ??= { isNothing, note: isNothing ? queryNote(expression, value) : undefined };
        return selected;
      } catch (cause) {
        throw new Failure(
          'local',
          {
            code: 'query_failed',
            title: 'The query does not fit the response',
            detail: misfit(cause, value),
          },
          { cause },
        );
      }
    },
  };
}

type JsonValue = Parameters<Jmespath['search']>[0];

/** In words why a response does not fit. */
function misfit(cause: unknown, response: unknown): string {
  if (cause instanceof RangeError) return TOO_DEEP;
  const message = messageOf(cause);
  // The library calls such a number an object.
  const number = /number/i.test(message) ? exactNumberIn(response) : undefined;
  return number === undefined ? message : `${message}\nThe response has ${number}: ${TOO_EXACT}.`;
}

const TOO_DEEP = 'It is nested too deeply.';

/** Gives what `act` gives. Throws a usage failure where that goes too deep for the stack. */
function within<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (error instanceof RangeError) throw usageFailure('The query is not valid', TOO_DEEP);
    throw error;
  }
}

/** Of longer ones the place is not looked for, which takes time with the square of the length. */
const PLACE_CHARS_MAX = 500;

function compile(jmespath: Jmespath, expression: string): Expression {
  const wrong = errorOf(() => within(() => jmespath.compile(expression, AS_AWS)));
  if (wrong === undefined) {
    refuseInexact(jmespath, expression);
    return jmespath.compile(expression, AS_AWS);
  }
  if (expression.trim() === '')
    throw usageFailure('The query is empty', 'It takes a JMESPath expression.');
  if (expression.length > PLACE_CHARS_MAX) {
    const shown = `${expression.slice(0, 60).replace(/\s/g, ' ')}…`;
    throw usageFailure('The query is not valid', `${wrong}\n  ${shown}`, SEE_JMESPATH);
  }
  const place = placeOf(jmespath, expression, wrong);
  throw usageFailure(
    'The query is not valid',
    `${wrong}\n  ${expression.replace(/\s/g, ' ')}\n  ${' '.repeat(place)}^`,
    SEE_JMESPATH,
  );
}

const SEE_JMESPATH = 'See JMESPath (https://jmespath.org).';

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

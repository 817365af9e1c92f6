import { messageOf } from '../base/errors.ts';

/** The library. */
export type Jmespath = typeof import('@jmespath-community/jmespath');

/** A literal that is no JSON is its text, as in the older JMESPath of the AWS CLI: `failed`. */
export const AS_AWS = { enable_legacy_literals: true };

/**
 * Where an expression goes wrong. The parser gives no position, but it stops at the first wrong
 * token: from there on every longer beginning fails in the same way.
 */
export function placeOf(jmespath: Jmespath, expression: string, wrong: string): number {
  const ends = tokenEnds(jmespath, expression);
  if (ends === undefined) return longestTokenised(jmespath, expression);
  let place = ends.at(-1)?.start ?? 0;
  for (const { start, end } of ends.toReversed()) {
    if (errorOf(() => jmespath.compile(expression.slice(0, end), AS_AWS)) !== wrong) break;
    place = start;
  }
  return place;
}

/** Where each token of an expression begins and ends; undefined where it has none. */
export function tokenEnds(jmespath: Jmespath, expression: string) {
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

/** What `action` throws, in words; undefined where it does not. */
export function errorOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

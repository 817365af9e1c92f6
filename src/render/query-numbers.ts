import { isExactNumber, parseJson, stringifyJson } from '../base/json/lossless.ts';
import { usageFailure } from '../contract/failure.ts';
import { TOO_EXACT } from './query-interpreter.ts';
import { type Jmespath, tokenEnds } from './query-place.ts';

/** Throws a usage failure for a literal with a number that the library would take for another one. */
export function refuseInexact(jmespath: Jmespath, expression: string): void {
  if (!/\d{16}|\d[eE]/.test(expression)) return;
  for (const { end, start } of tokenEnds(jmespath, expression) ?? []) {
    const [, text] = /^`(.*)`\s*$/s.exec(expression.slice(start, end)) ?? [];
    const number = text === undefined ? undefined : exactNumberIn(parsed(text));
    if (number !== undefined)
      throw usageFailure('The query is not valid', `${number} cannot be used: ${TOO_EXACT}.`);
  }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The first number in a JSON value that is kept as text, as it came. */
export function exactNumberIn(value: unknown): string | undefined {
  if (isExactNumber(value)) return stringifyJson(value);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const member of Object.values(value)) {
    const found = exactNumberIn(member);
    if (found !== undefined) return found;
  }
  return undefined;
}

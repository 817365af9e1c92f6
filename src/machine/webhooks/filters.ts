import { isDeepStrictEqual } from 'node:util';
import { createContext, Script } from 'node:vm';
import type { FrontMatter } from '../skills/front-matter.ts';

export type WhenCondition = FrontMatter['fleet']['when'][number];

/** Longest that one regular expression may take, and the longest text that it is tried on. */
const MATCH_MS = 100;
const MATCHED_CHARS_MAX = 20_000;

/**
 * Why a payload does not pass the conditions, as a sentence that names the first that fails, or
 * null where all hold. A path is names and indexes joined by dots; one that leads nowhere equals
 * nothing. A value that is no text is matched as its JSON.
 */
export function filterProblem(when: readonly WhenCondition[], payload: unknown): string | null {
  for (const condition of when) {
    const { path } = condition;
    const value = valueAt(payload, path);
    if ('equals' in condition) {
      if (!isDeepStrictEqual(value, condition.equals)) return `${path} is not as wanted`;
    } else if (condition.in !== undefined) {
      if (!condition.in.some((wanted) => isDeepStrictEqual(value, wanted))) {
        return `${path} is none of those wanted`;
      }
    } else {
      const problem = matchProblem(condition.matches ?? '', value);
      if (problem !== null) return `${path} ${problem}`;
    }
  }
  return null;
}

function valueAt(payload: unknown, path: string): unknown {
  let value = payload;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}

function matchProblem(pattern: string, value: unknown): string | null {
  if (value === undefined) return 'is not there';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length > MATCHED_CHARS_MAX) return 'is too long to be matched';
  try {
    return isMatch(pattern, text) ? null : 'does not match';
  } catch {
    return `could not be matched within ${MATCH_MS} ms`;
  }
}

const SCRIPT = new Script('new RegExp(pattern).test(text)');

/** A context of its own is the one place where a regular expression can be stopped. */
function isMatch(pattern: string, text: string): boolean {
  const context = createContext({ pattern, text });
  return SCRIPT.runInContext(context, { timeout: MATCH_MS }) === true;
}

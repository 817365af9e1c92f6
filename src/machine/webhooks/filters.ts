import { isDeepStrictEqual } from 'node:util';
import { createContext, Script } from 'node:vm';
import type { FrontMatter } from '../skills/front-matter.ts';

type WhenCondition = FrontMatter['fleet']['when'][number];

/** Time limit of one regular expression, and the longest text that it is applied to. */
const MATCH_MS = 100;
const MATCHED_CHARS_MAX = 20_000;

/**
 * Why a payload does not match the conditions, as a sentence that names the first one that fails;
 * undefined where all match. A path is names and indexes joined by dots; a path without a value
 * equals nothing. A value that is not a text is matched as its JSON.
 */
export function filterProblem(
  when: readonly WhenCondition[],
  payload: unknown,
): string | undefined {
  for (const condition of when) {
    const { path } = condition;
    const value = valueAt(payload, path);
    if ('equals' in condition) {
      if (!isDeepStrictEqual(value, condition.equals))
        return `${path} does not equal the expected value`;
    } else if (condition.in !== undefined) {
      if (!condition.in.some((wanted) => isDeepStrictEqual(value, wanted))) {
        return `${path} is none of the expected values`;
      }
    } else {
      const problem = matchProblem(condition.matches ?? '', value);
      if (problem !== undefined) return `${path} ${problem}`;
    }
  }
  return undefined;
}

function valueAt(payload: unknown, path: string): unknown {
  let value = payload;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}

function matchProblem(pattern: string, value: unknown): string | undefined {
  if (value === undefined) return 'is missing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length > MATCHED_CHARS_MAX) return 'is too long to match';
  try {
    return isMatch(pattern, text) ? undefined : 'does not match';
  } catch {
    return `could not be matched within ${MATCH_MS} ms`;
  }
}

const SCRIPT = new Script('new RegExp(pattern).test(text)');

/** A `vm` context, since only there a regular expression can be stopped after a time. */
function isMatch(pattern: string, text: string): boolean {
  const context = createContext({ pattern, text });
  return SCRIPT.runInContext(context, { timeout: MATCH_MS }) === true;
}

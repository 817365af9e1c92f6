import { RE2JS } from 're2js';
import type { Budget } from './budget.ts';
import { toRe2 } from './ecmascript-to-re2.ts';

/** Tests a text by one pattern. Throws `Undecided` when the budget is used up. */
export type TextTest = (text: string) => boolean;

/** What bounds the work of the library, and the patterns it may use. */
export interface Guard {
  readonly budget: Budget;
  /** Null for a pattern without a linear-time match. */
  readonly patternOf: (pattern: string) => TextTest | null;
}

const PATTERN_CHARS_MAX = 1000;
/** Instructions a pattern may have, and those that one step of the budget pays. */
const PROGRAM_SIZE_MAX = 50_000;
const INSTRUCTIONS_A_STEP = 20;
/** Characters times instructions that one step of the budget pays. */
const MATCHING_A_STEP = 500;

/** Makes pattern tests that match in linear time, each pattern once. */
export function createPatterns(budget: Budget): (pattern: string) => TextTest | null {
  const known = new Map<string, TextTest | null>();
  return (pattern) => {
    const found = known.get(pattern) ?? (known.has(pattern) ? null : compiled(pattern, budget));
    known.set(pattern, found);
    return found;
  };
}

/** Null for what is no pattern of ECMAScript, and for what has no linear-time match. */
function compiled(pattern: string, budget: Budget): TextTest | null {
  const translated = pattern.length > PATTERN_CHARS_MAX ? null : toRe2(pattern);
  if (translated === null || translated.size > PROGRAM_SIZE_MAX) return null;
  budget.spend(translated.size / INSTRUCTIONS_A_STEP);
  try {
    const program = RE2JS.compile(translated.source);
    const size = program.programSize();
    return (text) => {
      budget.spend((size * text.length) / MATCHING_A_STEP);
      return program.test(text);
    };
  } catch {
    return null;
  }
}

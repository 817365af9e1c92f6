import { PROBLEMS, type ProblemCode } from '../../../contract/problem.ts';
import { COMMAND_EXPLANATIONS } from './command-explanations.ts';
import type { Explanation } from './explanation.ts';
import { PROBLEM_EXPLANATIONS } from './problem-explanations.ts';

/** A code with what explains it; `status` and `title` are those of its problem document. */
export interface ExplainedCode extends Explanation {
  readonly code: string;
  readonly status: number | null;
  readonly title: string;
}

/** The codes that have a page: of refusals in the order of the specification, then of commands. */
export const EXPLAINED_CODES: readonly string[] = [
  ...Object.keys(PROBLEMS),
  ...Object.keys(COMMAND_EXPLANATIONS),
];

/** What explains a code; undefined for one that there is not. */
export function explainCode(code: string): ExplainedCode | undefined {
  if (Object.hasOwn(PROBLEMS, code)) {
    const known = code as ProblemCode;
    return { code, ...PROBLEMS[known], ...PROBLEM_EXPLANATIONS[known] };
  }
  const explanation = Object.hasOwn(COMMAND_EXPLANATIONS, code)
    ? COMMAND_EXPLANATIONS[code]
    : undefined;
  return explanation && { code, status: null, title: 'In the error of a command', ...explanation };
}

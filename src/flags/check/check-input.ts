import type { Fields } from '../field.ts';
import type { PlainObject } from '../plain-json.ts';
import { createSchemaCheck } from './check-schema.ts';
import type { InputProblem } from './input-problem.ts';

/** What is wrong with an input; nothing where that cannot be told here. */
export async function problemsOf(
  input: PlainObject,
  inputSchema: unknown,
  fields: Fields,
): Promise<readonly InputProblem[]> {
  const problems = await createSchemaCheck()(input, inputSchema);
  if (problems.length === 0) return [];
  const { inputProblems } = await import('./input-problem.ts');
  return inputProblems(problems, input, inputSchema, fields);
}

/** Throws a usage failure naming every wrong flag, its value and what is allowed. */
export async function checkInput(
  input: PlainObject,
  inputSchema: unknown,
  fields: Fields,
): Promise<void> {
  const [first, ...others] = await problemsOf(input, inputSchema, fields);
  if (first === undefined) return;
  const { invalidInput } = await import('./input-problem.ts');
  throw invalidInput([first, ...others], fields);
}

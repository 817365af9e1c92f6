import { expect } from 'vitest';
import { parseJson } from '../../../src/base/json/lossless.ts';
import { Failure } from '../../../src/contract/failure.ts';
import { compileQuery } from '../../../src/render/query.ts';

/** The answer of which they are asked; one number has no double. */
export const TWO_JOBS = parseJson('{"jobs":[{"id":"b","n":9007199254740993},{"id":"a","n":5}]}');

/** What a query finds in an answer of two jobs, as JSON. */
export async function selected(expression: string): Promise<string> {
  return JSON.stringify((await compileQuery(expression)).select(TWO_JOBS));
}

/** Why a query is refused before anything is sent. */
export async function refusal(expression: string): Promise<string | undefined> {
  const error = await compileQuery(expression).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw new Error(`accepted: ${expression}`);
  expect(error.kind).toBe('usage');
  return error.facts.detail;
}

import type { ProblemCode } from '../../contract/problem.ts';
import type { JobFailure } from '../../contract/record/job.ts';
import type { JobRow } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';

/** Kinds of failure with which a machine refuses a run, by the service's code for them. */
const CODE_OF_KIND: ReadonlyMap<string, ProblemCode> = new Map([
  ['denied_by_machine', 'denied_by_machine'],
  ['invalid_skill', 'invalid_request'],
]);

/** Throws for a run that its machine refused, which ended it before it began. */
export function throwJobRefusal(job: JobRow): void {
  const failure: JobFailure | null = job.failure === null ? null : JSON.parse(job.failure);
  const code = CODE_OF_KIND.get(failure?.kind ?? '');
  if (failure !== null && code !== undefined) throw new Refusal(code, failure.message);
}

import type { JobFailure } from '../../../contract/record/job.ts';
import { Refusal } from '../../refusal.ts';
import type { JobRow } from '../../store/schema.ts';

/** Throws `denied_by_machine` for a run that its machine refused, which ends it before it began. */
export function refuseDenied(job: JobRow): void {
  const failure: JobFailure | null = job.failure === null ? null : JSON.parse(job.failure);
  if (failure?.kind === 'denied_by_machine') throw new Refusal(failure.kind, failure.message);
}

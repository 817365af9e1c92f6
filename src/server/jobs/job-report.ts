import type { JobReport } from '../../contract/record/job.ts';
import type { JobRow } from '../database/schema.ts';

/** What the machine last said of a job; null before the machine has reported it. */
export function readJobReport(job: Pick<JobRow, 'report'>): JobReport | null {
  return job.report === null ? null : JSON.parse(job.report);
}

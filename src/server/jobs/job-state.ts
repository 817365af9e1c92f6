import type { JobOutcome, JobState, JobStatus } from '../../contract/record/job.ts';

const STATE_OF_STATUS: Readonly<Record<JobStatus, JobState>> = {
  queued: 'in_progress',
  running: 'in_progress',
  waiting: 'needs_input',
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'failed',
  timed_out: 'failed',
};

export interface ReportedJobState {
  readonly status: JobStatus;
  readonly outcome: JobOutcome | null;
  /** Whether a person has answered what the run ended with. */
  readonly answered: boolean;
}

/** The inbox's view of a job: what the process did, what became of the task, who is to act. */
export function jobState({ status, outcome, answered }: ReportedJobState): JobState {
  const state = STATE_OF_STATUS[status];
  if (state === 'in_progress' || state === 'needs_input') return state;
  if (status === 'cancelled') return state;
  if (outcome === 'needs_human' && !answered) return 'needs_input';
  return outcome === 'not_done' ? 'failed' : state;
}

/**
 * Whether a machine's report may still change the job. An ended run moves on only where a person
 * was needed: the answer resumes its session.
 */
export function acceptsReports(job: {
  readonly status: JobStatus;
  readonly outcome: JobOutcome | null;
}): boolean {
  const ended = !['queued', 'running', 'waiting'].includes(job.status);
  return !ended || (job.outcome === 'needs_human' && job.status !== 'cancelled');
}

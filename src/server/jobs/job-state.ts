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

/** Statuses of a job whose process has not ended. */
export const UNFINISHED_JOB_STATUSES: readonly JobStatus[] = ['queued', 'running', 'waiting'];

/** Whether a job of this status is queued, runs or waits for a person. */
export function isUnfinished(status: JobStatus): boolean {
  return UNFINISHED_JOB_STATUSES.includes(status);
}

/** Whether a status, which may be any text, is one of jobs in progress, whatever their outcome. */
export function isInProgress(status: string): boolean {
  return (
    Object.hasOwn(STATE_OF_STATUS, status) && STATE_OF_STATUS[status as JobStatus] === 'in_progress'
  );
}

interface ReportedJobState {
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
 * Whether a machine's report may still change the job. An ended run changes only where a person was
 * needed: the answer resumes its session.
 */
export function acceptsReports({
  status,
  outcome,
}: Pick<ReportedJobState, 'status' | 'outcome'>): boolean {
  return isUnfinished(status) || (outcome === 'needs_human' && status !== 'cancelled');
}

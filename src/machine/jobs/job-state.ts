import type { JobOutcome, JobStatus } from '../../contract/record/job.ts';
import type { JobEventKind } from './job-event.ts';

/**
 * status × event → next status; any other event cannot happen. An answer puts the job back in the
 * queue, so that the limit of running jobs applies to resumed jobs too.
 */
const TRANSITIONS: Readonly<Record<JobStatus, Partial<Readonly<Record<JobEventKind, JobStatus>>>>> =
  {
    queued: { start: 'running', fail: 'failed', cancel: 'cancelled' },
    running: {
      progress: 'running',
      link: 'running',
      spend: 'running',
      problem: 'running',
      ask: 'waiting',
      end_with_question: 'succeeded',
      finish: 'succeeded',
      fail: 'failed',
      cancel: 'cancelled',
      time_out: 'timed_out',
    },
    waiting: { answer: 'queued', cancel: 'cancelled' },
    succeeded: { resume: 'queued', record_answer: 'succeeded' },
    failed: {},
    cancelled: {},
    timed_out: {},
  };

/**
 * The status after an event; undefined where the event cannot happen. A succeeded job accepts an
 * answer only while its outcome is `needs_human`.
 */
export function nextStatus(
  status: JobStatus,
  outcome: JobOutcome | null,
  event: JobEventKind,
): JobStatus | undefined {
  if (status === 'succeeded' && outcome !== 'needs_human') return undefined;
  return TRANSITIONS[status][event];
}

/** Whether a job with this status has ended. */
export function hasEnded(status: JobStatus): boolean {
  return status !== 'queued' && status !== 'running' && status !== 'waiting';
}

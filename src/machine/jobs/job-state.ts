import type { JobOutcome, JobStatus } from '../../contract/record/job.ts';
import type { JobEventKind } from './job-event.ts';

/**
 * status × event → next status; what is not here does not happen. `ask` is a run that waits for a
 * person, `leave` one that ends with a question open. An answer puts the job back in the queue, so
 * that resumed runs keep to the limit of running jobs too.
 */
const TRANSITIONS: Readonly<Record<JobStatus, Partial<Readonly<Record<JobEventKind, JobStatus>>>>> =
  {
    queued: { start: 'running', fail: 'failed', cancel: 'cancelled' },
    running: {
      progress: 'running',
      link: 'running',
      spend: 'running',
      ask: 'waiting',
      leave: 'succeeded',
      finish: 'succeeded',
      fail: 'failed',
      cancel: 'cancelled',
      time_out: 'timed_out',
    },
    waiting: { answer: 'queued', cancel: 'cancelled' },
    succeeded: { resume: 'queued', record: 'succeeded' },
    failed: {},
    cancelled: {},
    timed_out: {},
  };

/**
 * The status that an event leads to, or null where the event cannot happen. A succeeded run takes
 * an answer only while its outcome is `needs_human`.
 */
export function nextStatus(
  status: JobStatus,
  outcome: JobOutcome | null,
  event: JobEventKind,
): JobStatus | null {
  if (status === 'succeeded' && outcome !== 'needs_human') return null;
  return TRANSITIONS[status][event] ?? null;
}

/** Whether a run of this status is over. */
export function hasEnded(status: JobStatus): boolean {
  return status !== 'queued' && status !== 'running' && status !== 'waiting';
}

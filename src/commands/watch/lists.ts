import { JOB_STATUSES } from '../../contract/record/job.ts';
import { IDLE } from '../../flow/live/list-changes.ts';
import type { ListLook } from '../../flow/live/look-at-list.ts';

/** A list that is watched: the operation that gives it, and what is asked of it each time. */
interface WatchedList {
  readonly operation: string;
  readonly looks: readonly ListLook[];
  /** The flags of this command that narrow it. */
  readonly filters: readonly ('machine' | 'skill')[];
  /** What `--until` may name of it. */
  readonly states: readonly string[];
}

const JOB_VIEWS = ['needs_input', 'in_progress', 'done', 'failed', IDLE];

/**
 * The lists that can be watched. Of long ones all that waits or runs is read, whatever its age, and the
 * newest of the rest.
 */
export const LISTS: Readonly<Record<string, WatchedList>> = {
  inbox: {
    operation: 'list_inbox',
    looks: [
      { input: { view: 'needs_input', sort: 'oldest' }, pagesMax: 4 },
      { input: { view: 'in_progress', sort: 'activity' }, pagesMax: 4 },
      { input: { view: 'all', sort: 'activity' }, pagesMax: 1, isOfRest: true },
    ],
    filters: ['machine', 'skill'],
    states: JOB_VIEWS,
  },
  jobs: {
    operation: 'list_jobs',
    looks: [
      { input: { waiting: true }, pagesMax: 2 },
      { input: { status: 'running' }, pagesMax: 2 },
      { input: { status: 'queued' }, pagesMax: 2 },
      { input: {}, pagesMax: 1, isOfRest: true },
    ],
    filters: ['machine', 'skill'],
    states: [...new Set([...JOB_VIEWS, ...JOB_STATUSES])],
  },
  machines: {
    operation: 'list_machines',
    looks: [{ input: {}, pagesMax: 10 }],
    filters: [],
    states: ['online', 'degraded', 'offline'],
  },
  alerts: {
    operation: 'list_alerts',
    looks: [{ input: {}, pagesMax: 2 }],
    filters: ['machine'],
    states: ['open'],
  },
};

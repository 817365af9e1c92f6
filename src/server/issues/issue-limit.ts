import { ISSUES_PER_HOUR } from '../../contract/limits.ts';
import type { Caller } from '../access/caller.ts';
import type { WriteTransaction } from '../database/store.ts';
import { Refusal } from '../refusal.ts';
import { nthNewestIssueTime } from './issue-queries.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Refuses a report beyond 10 of its key or 30 of its organisation within an hour, by the rows of the
 * reports themselves, so that the limits hold over several processes.
 * Throws `Refusal` `rate_limited`, with the seconds after which the next report is taken.
 */
export async function requireIssueLimit(
  { db, now }: Pick<WriteTransaction, 'db' | 'now'>,
  { organisation, id: reporterId }: Pick<Caller, 'organisation' | 'id'>,
): Promise<void> {
  // By a clock that was set back, reports of before would count for as long as it was.
  const within = { since: now - HOUR_MS, until: now };
  const ofKey = { organisation, reporterId };
  const most = ISSUES_PER_HOUR;
  const key = await nthNewestIssueTime(db, ofKey, { ...within, place: most.key });
  const all = await nthNewestIssueTime(
    db,
    { organisation },
    { ...within, place: most.organisation },
  );
  const freeAt = Math.max(key ?? 0, all ?? 0) + HOUR_MS;
  if (freeAt <= now) return;
  const limit =
    key === undefined ? `${most.organisation} of this organisation` : `${most.key} of this key`;
  const retryAfterSeconds = Math.ceil((freeAt - now) / 1000);
  throw new Refusal(
    'rate_limited',
    `Problem reports are limited to ${limit} in an hour; wait ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
}

import { hasAny, joined, textAt } from './member.ts';
import { statusIn, statusOf } from './status.ts';
import { statusParts } from './status-parts.ts';
import type { View } from './view.ts';

/** The overview of an organisation: what needs a person, what fails, what is away, the day. */
export const overviewView: View = {
  fits: (record) => hasAny(record, 'needs_attention'),
  columns: [],
  card: (overview, now) => ({
    state: '',
    title: joined(
      ' · ',
      textAt(overview, 'organisation.name', 'organisation.slug'),
      textAt(overview, 'key.scope'),
    ),
    parts: statusParts(statusOf(overview), now),
  }),
};

/** What `fleet status` prints. */
export const statusView: View = {
  fits: (record) =>
    hasAny(record, 'waiting') && hasAny(record, 'failing') && hasAny(record, 'away'),
  columns: [],
  card: (status, now) => ({
    state: '',
    title: textAt(status, 'organisation.name', 'organisation.slug'),
    parts: statusParts(statusIn(status), now),
  }),
};

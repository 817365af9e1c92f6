import { cellForPeople } from '../cell.ts';
import { parseTime, relativeTime } from '../time.ts';
import { rounded } from './amount.ts';

/** A plain value for a person. */
export function shortText(value: unknown, now: number): string {
  if (typeof value === 'number') return rounded(value);
  if (value === true) return 'yes';
  if (value === false) return 'no';
  const atMs = typeof value === 'string' ? parseTime(value) : undefined;
  return atMs === undefined ? cellForPeople(value, now) : relativeTime(atMs, now);
}

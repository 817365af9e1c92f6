const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Beyond this a person is better served with the date. */
const RELATIVE_SECONDS_MAX = 30 * DAY_SECONDS;

/** Milliseconds since the epoch of an RFC 3339 time; undefined for any other text. */
export function parseTime(text: string): number | undefined {
  if (!RFC_3339.test(text)) return undefined;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** A time as people say it: `now`, `5m ago`, `in 2h`, `3d ago`, and a date beyond 30 days. */
export function relativeTime(atMs: number, nowMs: number): string {
  const seconds = Math.floor(Math.abs(nowMs - atMs) / 1000);
  if (seconds > RELATIVE_SECONDS_MAX) return new Date(atMs).toISOString().slice(0, 10);
  if (seconds === 0) return 'now';
  const amount = amountOf(seconds);
  return atMs > nowMs ? `in ${amount}` : `${amount} ago`;
}

function amountOf(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return `${seconds}s`;
  if (seconds < HOUR_SECONDS) return `${Math.floor(seconds / MINUTE_SECONDS)}m`;
  if (seconds < DAY_SECONDS) return `${Math.floor(seconds / HOUR_SECONDS)}h`;
  return `${Math.floor(seconds / DAY_SECONDS)}d`;
}

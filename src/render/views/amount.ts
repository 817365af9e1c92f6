import { relativeTime } from '../time.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A time as people say it; an empty text where there is none. */
export function ago(atMs: number | undefined, now: number): string {
  return atMs === undefined ? '' : relativeTime(atMs, now);
}

/** How long something took: `340 ms`, `2.5 s`, `3m 20s`, `2h 5m`. */
export function duration(ms: number | undefined): string {
  if (ms === undefined || ms < 0) return '';
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < MINUTE_MS) return `${plain(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) {
    return `${Math.floor(ms / MINUTE_MS)}m ${Math.floor((ms % MINUTE_MS) / SECOND_MS)}s`;
  }
  return `${Math.floor(ms / HOUR_MS)}h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)}m`;
}

/** Dollars to the cent; less than half a cent is said to be so. */
export function dollars(amount: number | undefined): string {
  if (amount === undefined || amount === 0) return '';
  return amount < 0.005 ? 'under $0.01' : `$${amount.toFixed(2)}`;
}

/** A count as people read it: `950`, `12.3k`, `4.5M`. */
export function shortCount(count: number | undefined): string {
  if (count === undefined) return '';
  if (count < 1000) return String(count);
  if (count < 999_950) return `${plain(count / 1000)}k`;
  return `${plain(count / 1_000_000)}M`;
}

/** A size in bytes: `340 B`, `1.5 KB`, `12 MB`. */
export function byteSize(bytes: number | undefined): string {
  if (bytes === undefined) return '';
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${plain(bytes / 1000)} KB` : `${plain(bytes / 1_000_000)} MB`;
}

/** A count with its noun: `1 job`, `3 jobs`; an empty text for none. */
export function counted(count: number | undefined, noun: string): string {
  if (count === undefined || count === 0) return '';
  return `${shortCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** One decimal where it tells something. */
function plain(amount: number): string {
  return amount >= 100 ? String(Math.round(amount)) : String(Math.round(amount * 10) / 10);
}

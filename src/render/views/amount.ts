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
  const [larger, smaller] = ms < HOUR_MS ? (['m', 's'] as const) : (['h', 'm'] as const);
  const unitMs = ms < HOUR_MS ? MINUTE_MS : HOUR_MS;
  const rest = Math.floor((ms % unitMs) / (unitMs / 60));
  return `${Math.floor(ms / unitMs)}${larger}${rest === 0 ? '' : ` ${rest}${smaller}`}`;
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

/** A share from 0 to 1 in whole percents; only all of it is 100 %. */
export function percent(share: number | undefined): string {
  if (share === undefined) return '';
  const rounded = Math.round(share * 100);
  return `${rounded === 100 && share < 1 ? 99 : rounded}%`;
}

/** A number with the digits that tell something: three of a fraction, all of a whole number. */
export function rounded(amount: number): string {
  if (Number.isInteger(amount)) return String(amount);
  return String(Math.abs(amount) >= 100 ? Math.round(amount) : Number(amount.toPrecision(3)));
}

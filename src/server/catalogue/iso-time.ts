import { Refusal } from '../refusal.ts';

const FORM =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[Tt ](?<clock>\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?<zone>[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
const LEAP_SECOND = /^(\d{2}:\d{2}):60/;
const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;

interface TimeSpan {
  /** The first millisecond, and the first one after. */
  readonly from: number;
  readonly to: number;
}

/**
 * Reads an ISO 8601 time or date as the milliseconds it covers: a date its whole day of UTC, a time
 * without a zone is UTC.
 * Throws `Refusal` `invalid_request`, naming the member.
 */
export function parseTimeSpan(text: string, member: string): TimeSpan {
  const { day = '', clock, zone = 'Z' } = FORM.exec(text)?.groups ?? {};
  const isDate = clock === undefined;
  const from = isDate ? Date.parse(day) : parseTime(day, clock, zone);
  if (Number.isNaN(from) || isOtherDay(day)) {
    const shown = JSON.stringify([...text].slice(0, 60).join(''));
    throw new Refusal(
      'invalid_request',
      `\`${member}\` is ${shown}; allowed is an ISO 8601 time or date, for example 2026-10-01.`,
    );
  }
  return { from, to: from + (isDate ? DAY_MS : 1) };
}

/** The engine reads neither a comma, nor hours alone as a zone, nor the leap second of a day's end. */
function parseTime(day: string, clock: string, zone: string): number {
  const offset = zone.length === '+00'.length ? `${zone}:00` : zone;
  const ms = Date.parse(`${day}T${clock.replace(LEAP_SECOND, '$1:59').replace(',', '.')}${offset}`);
  if (Number.isNaN(ms) || !LEAP_SECOND.test(clock)) return ms;
  const isDaysEnd = new Date(ms).toISOString().includes('T23:59:59');
  return isDaysEnd ? ms + SECOND_MS : Number.NaN;
}

/** The engine takes the 31st of February for a day of March. */
function isOtherDay(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(day);
}

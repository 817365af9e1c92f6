import { Refusal } from '../../refusal.ts';

const FORM =
  /^\d{4}-\d{2}-\d{2}(?<time>[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(?<zone>[Zz]|[+-]\d{2}:?\d{2})?)?$/;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface MomentSpan {
  /** The first millisecond, and the first one after. */
  readonly from: number;
  readonly to: number;
}

/**
 * Reads an ISO 8601 time or date as the milliseconds it covers: a date its whole day of UTC, a time
 * without a zone is UTC.
 *
 * @throws Refusal `invalid_request`, naming the member
 */
export function parseMoment(text: string, member: string): MomentSpan {
  const { time, zone } = FORM.exec(text)?.groups ?? {};
  const isDate = time === undefined;
  const whole = isDate || zone !== undefined ? text : `${text}Z`;
  const from = FORM.test(text) ? Date.parse(whole.replace(',', '.').replace(' ', 'T')) : Number.NaN;
  if (Number.isNaN(from) || isOtherDay(text)) {
    const shown = JSON.stringify([...text].slice(0, 60).join(''));
    throw new Refusal(
      'invalid_request',
      `\`${member}\` is ${shown}; allowed is an ISO 8601 time or date, for example 2026-10-01.`,
    );
  }
  return { from, to: from + (isDate ? DAY_MS : 1) };
}

/** The engine takes the 31st of February for a day of March. */
function isOtherDay(text: string): boolean {
  const date = text.slice(0, 'yyyy-mm-dd'.length);
  const parsed = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(date);
}

import { RETRY_AFTER_HEADER } from '../contract/header.ts';
import type { AnswerHeaders } from './answer.ts';

/**
 * Milliseconds that an answer asks to wait (RFC 9110, 10.2.3): seconds, or a date, which is
 * measured against the answer's own `Date` where it has one, since clocks differ. Undefined where
 * it asks nothing that can be read.
 */
export function retryAfterMs(headers: AnswerHeaders, nowMs: number): number | undefined {
  const value = headers[RETRY_AFTER_HEADER]?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  if (Number.isNaN(at) || !/[A-Za-z]{3}/.test(value)) return undefined;
  const answeredAt = Date.parse(headers['date'] ?? '');
  return Math.max(0, at - (Number.isNaN(answeredAt) ? nowMs : answeredAt));
}

/**
 * Milliseconds that a response asks to wait (RFC 9110, 10.2.3): whole seconds, or a date, which is
 * measured against the response's own `Date` where it has one, since clocks differ. Undefined where
 * it asks nothing that can be read. Header names are in lower case.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  if (Number.isNaN(at) || !/[A-Za-z]{3}/.test(value)) return undefined;
  const answeredAt = Date.parse(headers['date'] ?? '');
  return Math.max(0, at - (Number.isNaN(answeredAt) ? nowMs : answeredAt));
}

import { REQUEST_ID_PATTERN } from '../contract/header.ts';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/** A new id for one request: `cli-` and 20 letters and digits (specification, rule 10). */
export function newRequestId(random: () => number): string {
  const letters = Array.from({ length: 20 }, () => ALPHABET[Math.floor(random() * 36)]);
  return `cli-${letters.join('')}`;
}

/** The id that an answer carries, or the one that was sent where it carries none of the allowed form. */
export function answeredRequestId(answered: string | undefined, sent: string): string {
  return answered !== undefined && REQUEST_ID_PATTERN.test(answered) ? answered : sent;
}

import { cutUtf8, wholeCharacters } from '../../base/text/utf8.ts';
import type { Scrub } from '../secrets/scrub.ts';

/** More than a secret takes in any form: so much before a cut may be a part of one, which no scrub finds. */
export const CUT_SECRET_BYTES_MAX = 256 * 1024;

interface TruncateOptions {
  readonly keep: 'start' | 'end';
  readonly bytesMax: number;
  /** So many bytes of the scrubbed text are dropped at least, where the bytes were cut before; 0 without it. */
  readonly dropped?: number;
  readonly scrub: Scrub;
}

/**
 * Bytes as scrubbed text of at most `bytesMax` bytes of UTF-8, cut between characters. A cut
 * character at the edge is dropped; bytes that are no UTF-8 become U+FFFD, which takes three bytes,
 * so that the text may have to be shorter than the bytes.
 */
export function truncateText(
  bytes: Buffer,
  { keep, bytesMax, dropped = 0, scrub }: TruncateOptions,
): { readonly content: string; readonly cut: boolean } {
  const whole = Buffer.from(scrub(wholeCharacters(bytes, keep).toString('utf8')), 'utf8');
  const sentMax = Math.min(bytesMax, Math.max(0, whole.length - dropped));
  return {
    content: cutUtf8(whole, keep, sentMax).toString('utf8'),
    cut: whole.length > sentMax,
  };
}

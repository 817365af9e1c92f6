import { cutUtf8, wholeCharacters } from '../../base/text/utf8.ts';
import type { Scrub } from '../secrets/scrub.ts';

interface TruncateOptions {
  readonly keep: 'start' | 'end';
  readonly bytesMax: number;
  readonly scrub: Scrub;
}

/**
 * Bytes as scrubbed text of at most `bytesMax` bytes of UTF-8, cut between characters. A cut
 * character at the edge is dropped; bytes that are no UTF-8 become U+FFFD, which takes three bytes,
 * so that the text may have to be shorter than the bytes.
 */
export function truncateText(
  bytes: Buffer,
  { keep, bytesMax, scrub }: TruncateOptions,
): { readonly content: string; readonly cut: boolean } {
  const whole = Buffer.from(scrub(wholeCharacters(bytes, keep).toString('utf8')), 'utf8');
  return {
    content: cutUtf8(whole, keep, bytesMax).toString('utf8'),
    cut: whole.length > bytesMax,
  };
}

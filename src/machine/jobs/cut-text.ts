import type { Scrub } from '../scrub.ts';

export interface CutOptions {
  readonly keep: 'start' | 'end';
  readonly bytesMax: number;
  readonly scrub: Scrub;
}

/**
 * Bytes as scrubbed text of at most `bytesMax` bytes of UTF-8, cut between characters. A cut
 * character at the edge is dropped; bytes that are no UTF-8 become U+FFFD, which takes three bytes,
 * so that the text may have to be shorter than the bytes.
 */
export function cutText(
  bytes: Buffer,
  { keep, bytesMax, scrub }: CutOptions,
): { readonly content: string; readonly cut: boolean } {
  const whole = Buffer.from(scrub(withoutCutCharacter(bytes, keep).toString('utf8')), 'utf8');
  if (whole.length <= bytesMax) return { content: whole.toString('utf8'), cut: false };
  const part = keep === 'end' ? whole.subarray(-bytesMax) : whole.subarray(0, bytesMax);
  return { content: withoutCutCharacter(part, keep).toString('utf8'), cut: true };
}

/** Bytes of one character that can stand at an edge without their beginning or their end. */
const CUT_BYTES_MAX = 3;

function withoutCutCharacter(bytes: Buffer, keep: 'start' | 'end'): Buffer {
  if (keep === 'end') {
    let from = 0;
    while (from < CUT_BYTES_MAX && isContinuation(bytes[from])) from += 1;
    return bytes.subarray(from);
  }
  for (let back = 1; back <= CUT_BYTES_MAX && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back];
    if (isContinuation(byte)) continue;
    return lengthOf(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function lengthOf(firstByte: number | undefined): number {
  if (firstByte === undefined || firstByte < 0xc2) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}

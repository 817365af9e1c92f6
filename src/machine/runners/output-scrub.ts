import type { Scrub } from '../secrets/scrub.ts';

/** Output without a line end is passed on from this many bytes. */
const HELD_BYTES_MAX = 64 * 1024;

/** Kept back then, so that a secret cut in two by the stream is still found. */
const OVERLAP_BYTES = 4 * 1024;

/**
 * Scrubs a stream of bytes whatever its chunks and its encoding: the bytes are looked at as
 * Latin-1, in which every byte is a character and back.
 */
export async function* scrubOutput(
  source: AsyncIterable<Buffer>,
  scrub: Scrub,
): AsyncGenerator<Buffer> {
  let held = '';
  for await (const chunk of source) {
    held += chunk.toString('latin1');
    const lineEnd = held.lastIndexOf('\n') + 1;
    if (lineEnd > 0) {
      yield Buffer.from(scrub(held.slice(0, lineEnd)), 'latin1');
      held = held.slice(lineEnd);
    }
    if (held.length > HELD_BYTES_MAX) {
      held = scrub(held);
      yield Buffer.from(held.slice(0, -OVERLAP_BYTES), 'latin1');
      held = held.slice(-OVERLAP_BYTES);
    }
  }
  if (held !== '') yield Buffer.from(scrub(held), 'latin1');
}

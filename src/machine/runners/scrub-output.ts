import type { Clock } from '../../base/time/clock.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { HeldLines } from './held-lines.ts';
import { untilLate } from './until-late.ts';

/** Output without a line end is passed on from this many bytes. */
const BUFFERED_BYTES_MAX = 64 * 1024;

/** Then so much stays in the buffer, so that a secret across two chunks is still found. */
const OVERLAP_BYTES = 4 * 1024;

/** So long lines of base64 wait for the next one: who watches a program that waits wants to see its last line. */
const HELD_MS = 1_000;

/**
 * Scrubs a stream of bytes, whatever its chunks and its encoding: the bytes are read as Latin-1, in
 * which each byte is one character.
 */
export async function* scrubOutput(
  source: AsyncIterable<Buffer>,
  { scrub, clock }: { readonly scrub: Scrub; readonly clock: Clock },
): AsyncGenerator<Buffer> {
  const held = new HeldLines(scrub);
  let buffered = '';
  for await (const chunk of untilLate(source, held, { clock, heldMs: HELD_MS })) {
    if (chunk === 'late') {
      yield Buffer.from(held.release(), 'latin1');
      continue;
    }
    buffered += chunk.toString('latin1');
    const lineEnd = buffered.lastIndexOf('\n') + 1;
    if (lineEnd > 0) {
      const ready = held.take(buffered.slice(0, lineEnd));
      if (ready !== '') yield Buffer.from(scrub(ready), 'latin1');
      buffered = buffered.slice(lineEnd);
    }
    if (buffered.length > BUFFERED_BYTES_MAX) {
      buffered = scrub(held.release(buffered));
      yield Buffer.from(buffered.slice(0, -OVERLAP_BYTES), 'latin1');
      buffered = buffered.slice(-OVERLAP_BYTES);
    }
  }
  const rest = held.release(buffered);
  if (rest !== '') yield Buffer.from(scrub(rest), 'latin1');
}

import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../../base/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import { pause } from '../../base/time/pause.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { HeldLines } from './held-lines.ts';
import { scrubOutput } from './scrub-output.ts';

interface CaptureOutputOptions {
  readonly path: string;
  readonly bytesMax: number;
  readonly scrub: Scrub;
  readonly clock: Clock;
  /** Takes one or more whole lines, without the last line end. */
  readonly onLines: (lines: string) => void;
}

/**
 * Appends the output of a child process to a file, scrubbed and capped, and passes its lines to
 * `onLines`. Resolves when the stream has ended, or when it is destroyed: another process may keep it
 * open for ever after the program has ended.
 */
export async function captureOutput(
  source: Readable,
  options: CaptureOutputOptions,
): Promise<void> {
  const file = createWriteStream(options.path, { flags: 'a', mode: 0o600 });
  // What cannot be written any more is not waited for.
  file.once('close', () => source.destroy());
  await pipeline(
    // Not the stream itself: once that is destroyed, the pipeline would write nothing more.
    slowOutput(source, options),
    (bytes: AsyncIterable<Buffer>) => scrubOutput(bytes, options),
    untilLeft,
    (bytes: AsyncIterable<Buffer>) => emitLines(bytes, options),
    (bytes: AsyncIterable<Buffer>) => capOutput(bytes, options.bytesMax),
    file,
  );
}

/**
 * Ends where the stream was destroyed, as if it had ended. Behind the scrub: the unfinished line that is lost
 * there may end within a secret, of which the scrub would not find a part.
 */
async function* untilLeft(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** After so much beyond what is kept, the program waits: 10 MiB a second at most. */
const SLOWED_BYTES = 1024 * 1024;
const SLOWED_MS = 100;

/**
 * Passes bytes on, beyond the first `bytesMax` with pauses: output without end would keep the machine
 * busy for as long as the program runs, and nearly all of it is dropped.
 */
async function* slowOutput(
  source: AsyncIterable<Buffer>,
  { bytesMax, clock }: Pick<CaptureOutputOptions, 'bytesMax' | 'clock'>,
): AsyncGenerator<Buffer> {
  let untilPause = bytesMax + SLOWED_BYTES;
  for await (const chunk of source) {
    yield chunk;
    untilPause -= chunk.length;
    if (untilPause > 0) continue;
    untilPause = SLOWED_BYTES;
    await pause(clock, SLOWED_MS);
  }
}

/** So much of a line without an end is kept for the lines; the rest of it is skipped. */
const REST_CHARS_MAX = 16 * 1024;

/**
 * Passes bytes on unchanged and calls `onLines` with the whole lines of text that came with them. Lines of base64 wait
 * for the end of it however long that takes: what is made of the last lines is not scrubbed as a whole later on, as
 * the file is.
 */
async function* emitLines(
  source: AsyncIterable<Buffer>,
  { onLines, scrub }: Pick<CaptureOutputOptions, 'onLines' | 'scrub'>,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder();
  const held = new HeldLines(scrub);
  const emit = (lines: string) => {
    if (lines !== '') onLines(lines.endsWith('\n') ? lines.slice(0, -1) : lines);
  };
  let rest = '';
  for await (const chunk of source) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) emit(held.take(text.slice(0, end)));
    rest = text.slice(end, end + REST_CHARS_MAX);
    yield chunk;
  }
  emit(held.release(rest));
}

/** Of output beyond the cap, this much of its end is kept. */
const END_BYTES = 256 * 1024;

/**
 * Passes the first `bytesMax` bytes on and drops the rest, except for the last 256 KiB, which follow
 * a line that says how much was left out. Neither the file nor the memory grows without bound.
 */
export async function* capOutput(
  source: AsyncIterable<Buffer>,
  bytesMax: number,
): AsyncGenerator<Buffer> {
  let passed = 0;
  let dropped = 0;
  let end: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const head = chunk.subarray(0, Math.max(0, bytesMax - passed));
    if (head.length > 0) yield head;
    passed += head.length;
    const rest = chunk.subarray(head.length);
    if (rest.length === 0) continue;
    const joined = Buffer.concat([end, rest]);
    dropped += Math.max(0, joined.length - END_BYTES);
    end = joined.subarray(-END_BYTES);
  }
  if (dropped > 0) yield Buffer.from(`\n[${dropped} bytes left out]\n`);
  if (end.length > 0) yield end;
}

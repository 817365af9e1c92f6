import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../base/time/clock.ts';
import { pause } from '../../base/time/pause.ts';
import type { Scrub } from '../secrets/scrub.ts';

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
 * `onLines`. Resolves when the stream has ended.
 */
export async function captureOutput(
  source: Readable,
  options: CaptureOutputOptions,
): Promise<void> {
  await pipeline(
    source,
    (bytes: AsyncIterable<Buffer>) => slowOutput(bytes, options),
    (bytes: AsyncIterable<Buffer>) => scrubOutput(bytes, options.scrub),
    (bytes: AsyncIterable<Buffer>) => emitLines(bytes, options.onLines),
    (bytes: AsyncIterable<Buffer>) => capOutput(bytes, options.bytesMax),
    createWriteStream(options.path, { flags: 'a', mode: 0o600 }),
  );
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

/** Output without a line end is passed on from this many bytes. */
const BUFFERED_BYTES_MAX = 64 * 1024;

/** Then so much stays in the buffer, so that a secret across two chunks is still found. */
const OVERLAP_BYTES = 4 * 1024;

/**
 * Scrubs a stream of bytes, whatever its chunks and its encoding: the bytes are read as Latin-1, in
 * which each byte is one character.
 */
export async function* scrubOutput(
  source: AsyncIterable<Buffer>,
  scrub: Scrub,
): AsyncGenerator<Buffer> {
  let buffered = '';
  for await (const chunk of source) {
    buffered += chunk.toString('latin1');
    const lineEnd = buffered.lastIndexOf('\n') + 1;
    if (lineEnd > 0) {
      yield Buffer.from(scrub(buffered.slice(0, lineEnd)), 'latin1');
      buffered = buffered.slice(lineEnd);
    }
    if (buffered.length > BUFFERED_BYTES_MAX) {
      buffered = scrub(buffered);
      yield Buffer.from(buffered.slice(0, -OVERLAP_BYTES), 'latin1');
      buffered = buffered.slice(-OVERLAP_BYTES);
    }
  }
  if (buffered !== '') yield Buffer.from(scrub(buffered), 'latin1');
}

/** So much of a line without an end is kept for the lines; the rest of it is skipped. */
const REST_CHARS_MAX = 16 * 1024;

/** Passes bytes on unchanged and calls `onLines` with the whole lines of text that came with them. */
async function* emitLines(
  source: AsyncIterable<Buffer>,
  onLines: (lines: string) => void,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of source) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.lastIndexOf('\n');
    if (end >= 0) onLines(text.slice(0, end));
    rest = text.slice(end + 1, end + 1 + REST_CHARS_MAX);
    yield chunk;
  }
  if (rest !== '') onLines(rest);
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

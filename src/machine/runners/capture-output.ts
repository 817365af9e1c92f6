import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Scrub } from '../secrets/scrub.ts';
import { capOutput } from './output-cap.ts';
import { emitLines } from './output-lines.ts';
import { scrubOutput } from './output-scrub.ts';

export interface CaptureOutputOptions {
  readonly path: string;
  readonly bytesMax: number;
  readonly scrub: Scrub;
  readonly onLine: (line: string) => void;
}

/** Writes a child's output to a file, scrubbed and capped; resolves when the stream has ended. */
export async function captureOutput(
  source: Readable,
  options: CaptureOutputOptions,
): Promise<void> {
  await pipeline(
    source,
    (bytes: AsyncIterable<Buffer>) => scrubOutput(bytes, options.scrub),
    (bytes: AsyncIterable<Buffer>) => emitLines(bytes, options.onLine),
    (bytes: AsyncIterable<Buffer>) => capOutput(bytes, options.bytesMax),
    createWriteStream(options.path, { mode: 0o600 }),
  );
}

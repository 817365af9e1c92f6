import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Scrub } from '../secrets/scrub.ts';
import { capOutput } from './output-cap.ts';
import { tapLines } from './output-lines.ts';
import { scrubOutput } from './output-scrub.ts';

export interface KeepOutputOptions {
  readonly path: string;
  readonly bytesMax: number;
  readonly scrub: Scrub;
  readonly onLine: (line: string) => void;
}

/** Writes a child's output to a file, scrubbed and capped; resolves when the stream has ended. */
export async function keepOutput(source: Readable, options: KeepOutputOptions): Promise<void> {
  await pipeline(
    source,
    (bytes: AsyncIterable<Buffer>) => scrubOutput(bytes, options.scrub),
    (bytes: AsyncIterable<Buffer>) => tapLines(bytes, options.onLine),
    (bytes: AsyncIterable<Buffer>) => capOutput(bytes, options.bytesMax),
    createWriteStream(options.path, { mode: 0o600 }),
  );
}

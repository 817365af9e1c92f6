import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { InputReaders } from '../flags/input-source.ts';
import { endableLong } from '../terminal/endable.ts';
import type { Runtime } from './runtime.ts';

/**
 * Reads files and stdin for `@file` and `@-`; stdin is opened only when it is asked for. Ctrl-C ends the
 * wait for a pipe.
 */
export function inputReaders(runtime: Runtime): InputReaders {
  // The command line may be read twice, by two catalogues, and stdin only once.
  let stdin: Promise<Uint8Array> | undefined;
  return {
    nowMs: () => runtime.clock.now(),
    readFile: (path, bytesMax) => readUpTo(() => createReadStream(path), bytesMax),
    readStdin: (bytesMax) => {
      stdin ??= readUpTo(() => runtime.stdin, bytesMax);
      return stdin;
    },
  };
}

/** All bytes of what is opened, or a few more than `bytesMax`, which is enough to see that it is too much. */
function readUpTo(open: () => Readable, bytesMax: number): Promise<Uint8Array> {
  return endableLong(async () => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of open()) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > bytesMax) break;
    }
    return Buffer.concat(chunks);
  });
}

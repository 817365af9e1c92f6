import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { readTextFile } from '../../../src/base/disk/read-text-file.ts';
import type { Runtime } from '../../../src/commands/runtime.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';

/** What a run wrote. */
export interface Written {
  stdout: string;
  stderr: string;
}

interface MemoryRuntimeOptions {
  /** The folder that holds those of the program. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly random: () => number;
}

/** A runtime whose outputs are kept, on a clock whose pauses take no time. Nobody can be asked. */
export function memoryRuntime(options: MemoryRuntimeOptions): {
  readonly runtime: Runtime;
  readonly written: Written;
} {
  const { columns, environment, home, isTerminal, random } = options;
  const written: Written = { stdout: '', stderr: '' };
  const output = (name: keyof Written) => ({
    isTerminal,
    columns,
    async write(data: string | Uint8Array) {
      written[name] += typeof data === 'string' ? data : Buffer.from(data).toString('utf8');
    },
  });
  const nothing = new PassThrough();
  nothing.end();
  const runtime: Runtime = {
    environment,
    clock: createSkippingClock({ skipUpToMs: 9_000 }),
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: nothing as unknown as NodeJS.ReadStream,
    promptStream: new PassThrough() as unknown as NodeJS.WriteStream,
    isInBackground: false,
    node: process.execPath,
    atExit: () => () => {},
    folders: {
      config: join(home, 'config'),
      cache: join(home, 'cache'),
      state: join(home, 'state'),
    },
    random,
    readTextFile,
  };
  return { runtime, written };
}

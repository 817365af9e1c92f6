import { appendFile, open, rename, stat } from 'node:fs/promises';
import { isMissing } from '../base/errors.ts';
import { withoutEscapeSequences } from '../base/text/escape-sequences.ts';
import type { Clock } from '../base/time/clock.ts';
import type { Scrub } from './secrets/scrub.ts';

const LOG_BYTES_MAX = 1024 * 1024;
const LINE_CHARS_MAX = 4_000;

/** The machine's own log: one line an event, without secrets. */
export interface MachineLog {
  write(message: string): void;
  /** The last lines, oldest first. */
  tail(lineCount: number): Promise<readonly string[]>;
  /** Resolves when everything written so far is in the file. */
  flush(): Promise<void>;
}

interface MachineLogOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly scrub: () => Promise<Scrub>;
  /** Gets each line too, to show it to the person who started the machine. */
  readonly also?: ((line: string) => void) | undefined;
}

/** Opens the log. A full file is renamed to `<path>.1`, so that there are two files at most. */
export function openMachineLog(options: MachineLogOptions): MachineLog {
  const { path, clock, scrub, also } = options;
  let last: Promise<void> = Promise.resolve();

  async function add(line: string): Promise<void> {
    // Scrubbed first: a secret may hold what is taken out, or be cut.
    const shown = harmless((await scrub())(line));
    also?.(shown);
    if ((await sizeOf(path)) > LOG_BYTES_MAX) await rename(path, `${path}.1`);
    await appendFile(path, `${shown}\n`, { mode: 0o600 });
  }

  return {
    write(message) {
      const time = new Date(clock.now()).toISOString();
      const line = `${time} ${message}`;
      // A log that cannot be written does not stop the machine; the health checks report a full disk.
      last = last.then(() => add(line)).catch(() => undefined);
    },
    async tail(lineCount) {
      await last;
      return (await endOf(path, LOG_BYTES_MAX)).split('\n').slice(0, -1).slice(-lineCount);
    },
    flush: () => last,
  };
}

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Surrogate}]/gu;

/** One line, of which a terminal that shows the file acts on nothing: names and types in it are foreign text. */
function harmless(text: string): string {
  const line = withoutEscapeSequences(text).replace(CONTROLS, ' ').replace(UNSEEN, '');
  return line.length > LINE_CHARS_MAX ? `${line.slice(0, LINE_CHARS_MAX - 1)}…` : line;
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

async function endOf(path: string, bytesMax: number): Promise<string> {
  const size = await sizeOf(path);
  if (size === 0) return '';
  const file = await open(path, 'r');
  try {
    const length = Math.min(size, bytesMax);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

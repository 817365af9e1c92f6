import { fstatSync, type Stats, writeSync } from 'node:fs';
import { errorCode } from '../base/errors.ts';
import { exitAtOnce } from '../base/processes/exit-at-once.ts';
import { heardSignals } from '../base/processes/heard-signals.ts';
import { interruptedWith } from './interruption.ts';
import { untilInterrupted } from './until-interrupted.ts';

/** Where text goes; every write waits until the reader has taken it. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width of the terminal in columns; 80 where it is none or does not know (some say 0). */
  readonly columns: number;
  write(data: string | Uint8Array): Promise<void>;
}

/** The two outputs of a process, by their file descriptors. */
const DESCRIPTORS = { stdout: 1, stderr: 2 } as const;
type OutputName = keyof typeof DESCRIPTORS;

/** Whether the reader of an output has gone, or takes nothing after Ctrl-C; all ways to meet that share it. */
const hasGone: Record<OutputName, boolean> = { stdout: false, stderr: false };

/** Whether the program goes on without a reader of stdout. */
let isOutlived = false;

/** So much is written without a stream, which is longer to open than such a text is to write. */
const WITHOUT_STREAM_BYTES_MAX = 16 * 1024;

/**
 * The output for the result. A write resolves when its data has left the process, so that a slow
 * reader slows the program down and nothing is lost at its end. The program ends quietly when the
 * reader has gone (`EPIPE`), unless `outliveReader` was called. Throws `Failure` local where the system
 * refuses, as a full disk does, and interrupted where the reader has gone after Ctrl-C or takes nothing.
 */
export function stdoutOutput(): Output {
  return outputTo('stdout', async (error) => {
    if (error.code === 'EPIPE') return readerHasGone();
    const { unwritten } = await import('./unwritten.ts');
    throw unwritten(error);
  });
}

/** The output for people: whether it can be written decides nothing. */
export function stderrOutput(): Output {
  return outputTo('stderr', async () => {});
}

function outputTo(
  name: OutputName,
  refused: (error: NodeJS.ErrnoException) => Promise<void>,
): Output {
  let opened: NodeJS.WriteStream | undefined;
  const stream = (): NodeJS.WriteStream => {
    opened ??= openStream(name);
    return opened;
  };
  const descriptor = DESCRIPTORS[name];
  const stats = statsOf(descriptor);
  // Only a device can be a terminal; where it cannot be looked at, its stream says what it is.
  const mayBeTerminal = stats?.isCharacterDevice() ?? true;
  const bytesMax = (): number => {
    // The stream of a file takes a write for whole of which the system has taken a part, as a full disk does.
    if (stats?.isFile()) return Number.POSITIVE_INFINITY;
    return opened || mayBeTerminal || isSignalHeard() ? -1 : WITHOUT_STREAM_BYTES_MAX;
  };
  return {
    get isTerminal() {
      return mayBeTerminal && stream().isTTY === true;
    },
    get columns() {
      return (mayBeTerminal && stream().columns) || 80;
    },
    async write(data) {
      if (hasGone[name]) return name === 'stdout' ? readerHasGone() : undefined;
      try {
        const rest = writeUpTo(bytesMax(), descriptor, data);
        if (rest !== undefined) await untilInterrupted(writeTo(stream(), rest));
      } catch (error) {
        hasGone[name] ||= errorCode(error) === 'EPIPE';
        await refused(error as NodeJS.ErrnoException);
      }
    },
  };
}

function statsOf(descriptor: number): Stats | undefined {
  try {
    return fstatSync(descriptor);
  } catch {
    return undefined;
  }
}

/** Writes a text of so many bytes at most. Gives what is left to be written. Throws the error of the system. */
function writeUpTo(
  bytesMax: number,
  descriptor: number,
  data: string | Uint8Array,
): Uint8Array | undefined {
  let rest = typeof data === 'string' ? Buffer.from(data) : data;
  if (rest.length > bytesMax) return rest;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    // A pipe that another process has made non-blocking is full; a stream waits.
    if (errorCode(error) !== 'EAGAIN') throw error;
    return rest;
  }
  return undefined;
}

/** Whether something of ours would hear Ctrl-C, which it cannot while the system holds up a write. */
function isSignalHeard(): boolean {
  return process.listenerCount('SIGINT') > 0;
}

async function writeTo(stream: NodeJS.WriteStream, data: string | Uint8Array): Promise<void> {
  const error = await new Promise<Error | null | undefined>((done) => {
    stream.write(data, done);
  });
  if (error) throw error;
}

function openStream(name: OutputName): NodeJS.WriteStream {
  const stream = process[name];
  guard(name, stream);
  return stream;
}

/**
 * Ends the program quietly when the reader of stdout goes away (`fleet --help | head -1`), with the
 * exit code of a command that has failed by then. Every other error of the two streams is left to
 * the write that meets it, so whatever else listens is sent away.
 */
export function guardOutput(): void {
  guard('stdout', process.stdout);
  guard('stderr', process.stderr);
}

function guard(name: OutputName, stream: NodeJS.WriteStream): void {
  stream.removeAllListeners('error').on('error', (error: NodeJS.ErrnoException) => {
    if (name === 'stdout' && error.code === 'EPIPE') readerHasGone().catch(() => {});
  });
}

/**
 * From now on the program goes on where the reader of stdout goes away (`| head`), since half of what a
 * person confirmed helps nobody; what is written to stdout then is dropped. Gives whether it has gone.
 */
export function outliveReader(): () => boolean {
  isOutlived = true;
  return () => hasGone.stdout;
}

/** Throws `Failure` interrupted after Ctrl-C, which is told also where it has ended the reader as well. */
async function readerHasGone(): Promise<void> {
  hasGone.stdout = true;
  if (isOutlived) return;
  await heardSignals();
  const interruption = interruptedWith();
  if (interruption !== undefined) throw interruption;
  exitAtOnce(Number(process.exitCode ?? 0), process);
}

import { Failure } from '../contract/failure.ts';

/** A stream of the program as it is used here; `process.stdout` and `process.stderr` are such. */
interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(data: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
}

/** Where text goes; every write waits until the reader has taken it. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width of the terminal in columns; 80 where it is none or does not know (some say 0). */
  readonly columns: number;
  write(data: string | Uint8Array): Promise<void>;
}

/**
 * The output for the result. A write resolves when its data has left the process, so that a slow
 * reader slows the program down and nothing is lost at its end. After the reader has gone
 * (`EPIPE`), writes resolve and do nothing. Throws `Failure` local where the system refuses, as a
 * full disk does.
 */
export function stdoutOutput(stream: OutputStream): Output {
  return outputOver(stream, (error) => {
    if (error.code !== 'EPIPE') throw unwritten(error);
  });
}

/** The output for people: whether it can be written decides nothing. */
export function stderrOutput(stream: OutputStream): Output {
  return outputOver(stream, () => {});
}

function outputOver(stream: OutputStream, refused: (error: NodeJS.ErrnoException) => void): Output {
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns || 80,
    async write(data) {
      const error = await new Promise<Error | null | undefined>((done) => {
        stream.write(data, done);
      });
      if (error) refused(error);
    },
  };
}

function unwritten(cause: Error): Failure {
  const facts = { code: 'not_written', title: 'The result could not be written' };
  return new Failure('local', { ...facts, detail: `stdout: ${cause.message}` }, { cause });
}

/**
 * Ends the program quietly when the reader of stdout goes away (`fleet --help | head -1`), with the
 * exit code of a command that has failed by then. Every other error of the two streams is left to
 * the write that meets it, so whatever else listens is sent away.
 */
export function guardOutput(): void {
  const { stderr, stdout } = process;
  stdout.removeAllListeners('error').on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
  });
  stderr.removeAllListeners('error').on('error', () => {});
}

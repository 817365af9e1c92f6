/** A stream of the program as it is used here; `process.stdout` and `process.stderr` are such. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(data: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** Where text goes; every write waits until the reader has taken it. */
export interface Output {
  readonly isTerminal: boolean;
  /** Width of the terminal in columns; 80 where it is none or does not know (some say 0). */
  readonly columns: number;
  write(data: string | Uint8Array): Promise<void>;
}

/**
 * An output over a stream. A write resolves when its data has left the process, so that a slow
 * reader slows the program down and nothing is lost at its end. After the reader has gone
 * (`EPIPE`), writes resolve and do nothing.
 */
export function outputOver(stream: OutputStream): Output {
  return {
    isTerminal: stream.isTTY === true,
    columns: stream.columns || 80,
    write: (data) =>
      new Promise((resolve) => {
        stream.write(data, () => resolve());
      }),
  };
}

/**
 * Ends the program quietly when the reader of stdout goes away (`fleet --help | head -1`), and lets
 * it go on when the reader of stderr does. Other write errors are thrown.
 */
export function guardClosedPipes(
  streams: { readonly stdout: OutputStream; readonly stderr: OutputStream },
  end: (exitCode: number) => void,
): void {
  streams.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    end(0);
  });
  streams.stderr.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

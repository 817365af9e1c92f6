import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The file that stdout is written to, where the system lets it be read by that name. */
export const STDOUT_PATH = '/dev/fd/1';

const LINE_FEED = 10;

/** Adds a line to a file, behind a line that broke off. Throws the error of the system. */
export function appendLine(path: string, line: string): void {
  appendFileSync(path, `${gapAfter(path)}${line}\n`);
}

/** What is to be written before a new line: a line feed unless the last line surely has one; an empty line is none. */
export function gapAfter(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const last = new Uint8Array([LINE_FEED]);
      const { size } = fstatSync(file);
      if (size > 0) readSync(file, last, 0, 1, size - 1);
      return last[0] === LINE_FEED ? '' : '\n';
    } finally {
      closeSync(file);
    }
  } catch {
    return '\n';
  }
}

import { messageOf } from '../base/errors.ts';
import { usageFailure } from '../contract/failure.ts';
import { LARGE_BODY_BYTES_MAX } from '../contract/limits.ts';

/** Where `@file` and `@-` read; both reject with the reason when they cannot. */
export interface InputReaders {
  /** May stop after `bytesMax` + 1 bytes, which is enough to see that a file is too large. */
  readonly readFile: (path: string, bytesMax: number) => Promise<Uint8Array>;
  readonly readStdin: (bytesMax: number) => Promise<Uint8Array>;
  readonly nowMs: () => number;
}

export interface InputSource {
  /**
   * The text that `value` stands for: `@file` and `@-` are read, `@@text` is `@text`, anything else
   * is itself. `label` names the flag in errors. Throws a usage failure where the text cannot be had.
   */
  textOf(value: string, label: string): Promise<string>;
  nowMs(): number;
}

/** One per run: it remembers that stdin was taken, and opens it only where `@-` is written. */
export function createInputSource(readers: InputReaders): InputSource {
  let stdinTakenBy: string | null = null;
  return {
    nowMs: readers.nowMs,
    async textOf(value, label) {
      if (!value.startsWith('@')) return value;
      if (value.startsWith('@@')) return value.slice(1);
      const path = value.slice(1);
      if (path === '') {
        throw usageFailure(`${label} names no file`, 'After @ comes a path, or - for stdin.');
      }
      const bytesMax = LARGE_BODY_BYTES_MAX;
      if (path !== '-') return textIn(readers.readFile(path, bytesMax), path, label);
      if (stdinTakenBy !== null) {
        throw usageFailure(
          'stdin was asked for twice',
          `${stdinTakenBy} reads it already, so ${label} cannot.`,
          'Give one of them as @file.',
        );
      }
      stdinTakenBy = label;
      return textIn(readers.readStdin(bytesMax), 'stdin', label);
    },
  };
}

async function textIn(reading: Promise<Uint8Array>, name: string, label: string): Promise<string> {
  const bytes = await reading.catch((cause: unknown) => {
    throw unreadable(name, label, cause);
  });
  return decode(bytes, name, label);
}

function unreadable(name: string, label: string, cause: unknown): Error {
  const reason = messageOf(cause);
  return usageFailure(
    `${label} cannot read ${name}`,
    reason,
    'For a value that begins with @, write @@.',
  );
}

function decode(bytes: Uint8Array, name: string, label: string): string {
  if (bytes.byteLength > LARGE_BODY_BYTES_MAX) {
    throw usageFailure(
      `${name} is too large for ${label}`,
      `A request takes at most ${LARGE_BODY_BYTES_MAX / 1024} KiB.`,
    );
  }
  try {
    // A byte order mark, which Windows editors write, is not part of the text.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usageFailure(
      `${name} is not UTF-8 text`,
      `${label} takes text; the bytes of ${name} are in another encoding.`,
    );
  }
}

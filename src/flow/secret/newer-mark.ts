import { writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { readTextFile } from '../../base/disk/read-text-file.ts';
import { isMissing } from '../../base/errors.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import { type SecretEntry, type SinkTarget, sinkTarget } from './journal-entry.ts';

const markFile = z.object({ id: z.string(), at: z.string(), target: sinkTarget });

/** That a newer value of the same name has come, or may be lost, than the one that an entry waits for. */
export interface NewerMark {
  /** Of the newer entry; this and the others are undefined where the file was cut short. */
  readonly id: string | undefined;
  /** When it was asked for. */
  readonly at: string | undefined;
  /** Where it was to go. */
  readonly target: SinkTarget | undefined;
}

/**
 * Marks the file at `path`, which lies beside the older entry and goes with it. Without the lock of that: a
 * process that waits for the older value has it all the time. Throws the error of the system.
 */
export function writeNewerMark(path: string, { askedAtMs, id, target }: SecretEntry): void {
  const text = JSON.stringify({ id, at: rfc3339(askedAtMs), target });
  // In place: cut short, as where the disk is full, it is a mark all the same.
  writeFileSync(path, `${text}\n`, { mode: 0o600 });
}

/** The mark at `path`; undefined where none is. Whatever else lies there is one that says no more than that. */
export function readNewerMark(path: string): NewerMark | undefined {
  try {
    return markFile.parse(JSON.parse(readTextFile(path, 'regular')));
  } catch (error) {
    return isMissing(error) ? undefined : { id: undefined, at: undefined, target: undefined };
  }
}

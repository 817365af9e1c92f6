import { errorCode, messageOf } from '../errors.ts';

/** A file that was not written, or does not surely last. Node names no path where the disk is full. */
export class WriteError extends Error {
  /** That of the system. */
  readonly code: string | undefined;
  /** Where it should be, and not where it was made first. */
  readonly path: string;
  /** Whether it is written, and `path` the folder that could not be synced. */
  readonly isInPlace: boolean;

  constructor(path: string, cause: unknown, { isInPlace = false } = {}) {
    super(messageOf(cause), { cause });
    this.name = 'WriteError';
    this.code = errorCode(cause);
    this.path = path;
    this.isInPlace = isInPlace;
  }
}

import { errorCode, messageOf } from '../errors.ts';

/** A file that was not written. Node names no path where the disk is full. */
export class WriteError extends Error {
  /** That of the system. */
  readonly code: string | undefined;
  /** Where it should be, and not where it was made first. */
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(messageOf(cause), { cause });
    this.name = 'WriteError';
    this.code = errorCode(cause);
    this.path = path;
  }
}

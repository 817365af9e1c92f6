/** What stands where the file of a lock should be, and cannot be locked; nobody holds such a lock. */
export class LockFileError extends Error {
  readonly code = 'lock_file_unusable';
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string, cause?: unknown) {
    super(`${path}: ${reason}`, { cause });
    this.name = 'LockFileError';
    this.path = path;
    this.reason = reason;
  }
}

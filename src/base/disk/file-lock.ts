export interface FileLock {
  /** Gives the lock back; the file stays, since removing it would race with the next holder. */
  release(): void;
}

/**
 * Takes the lock that the file at `path` stands for, or gives undefined where somebody else holds
 * it. Node has no flock, and a file with a process id lies after a crash; SQLite takes the
 * operating system's own lock, which ends with the process however that ends.
 */
export async function lockFile(path: string): Promise<FileLock | undefined> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

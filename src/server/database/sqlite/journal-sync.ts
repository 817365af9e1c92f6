import { type FileHandle, open } from 'node:fs/promises';

/** Commits may be lost with the power from now on, or the file system refused to say that they are not. */
export class JournalNotSynced extends Error {}

/** What makes commits outlive a loss of power, beside the requests. */
interface JournalSync {
  /** To be called before a commit. Throws `JournalNotSynced` while what was committed is still unsure. */
  ready(): Promise<void>;
  /**
   * Resolves once all that was committed is on the disk, by way of the database where the journal cannot be
   * synced: others see it already, and who is refused would do it again. Throws `JournalNotSynced`.
   */
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface JournalSyncOptions {
  /** Of the journal; it is there from the first commit to the close of the database. */
  readonly path: string;
  /** Writes the journal into the database and syncs that; gives whether it could. */
  readonly writeBack: () => Promise<boolean>;
}

/**
 * Syncs the journal in a thread of its own. SQLite does it within a commit otherwise
 * (`synchronous = full`), and no other request goes on for the milliseconds that a disk takes.
 *
 * After a sync that failed the system may count pages as written that are not, so that a second one
 * proves nothing: until the journal is in the database, nothing more is committed.
 * (https://wiki.postgresql.org/wiki/Fsync_Errors)
 */
export function createJournalSync({ path, writeBack }: JournalSyncOptions): JournalSync {
  let file: Promise<FileHandle> | undefined;
  let failure: unknown;

  function opened(): Promise<FileHandle> {
    file ??= open(path, 'r+').catch((error: unknown) => {
      file = undefined;
      throw error;
    });
    return file;
  }

  async function ready(): Promise<void> {
    if (failure === undefined) return;
    // Each open file is told of a failure once, SQLite's own as well.
    for (let tries = 0; tries < 2; tries += 1) {
      if (!(await writeBack().catch(() => false))) continue;
      failure = undefined;
      return;
    }
    throw new JournalNotSynced(`${path} could not be synced or written back`, { cause: failure });
  }

  return {
    ready,
    async sync() {
      try {
        await (await opened()).datasync();
      } catch (cause) {
        failure = cause;
        await ready();
      }
    },
    async close() {
      await (await file)?.close();
    },
  };
}

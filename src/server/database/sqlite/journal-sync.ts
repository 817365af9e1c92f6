import { type FileHandle, open } from 'node:fs/promises';

/** Commits may be lost with the power from now on, or the file system refused to say that they are not. */
export class JournalNotSynced extends Error {}

/** What makes commits outlive a loss of power, beside the requests. */
interface JournalSync {
  /** To be called before a commit. Throws `JournalNotSynced` while what was committed is still unsure. */
  ready(): Promise<void>;
  /** Resolves once all that was committed is on the disk. Throws `JournalNotSynced`. */
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
  let file: FileHandle | undefined;
  let isUnsure = false;

  return {
    async ready() {
      if (!isUnsure) return;
      if (!(await writeBack())) throw new JournalNotSynced(`${path} could not be written back`);
      isUnsure = false;
    },
    async sync() {
      try {
        file ??= await open(path, 'r+');
        await file.datasync();
      } catch (cause) {
        isUnsure = true;
        throw new JournalNotSynced(`${path} could not be synced`, { cause });
      }
    },
    async close() {
      await file?.close();
    },
  };
}

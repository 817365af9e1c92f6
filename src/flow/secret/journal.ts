import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFile } from '../../base/disk/create-file.ts';
import { type FileLock, lockFile, waitForLock } from '../../base/disk/file-lock.ts';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import { readTextFile } from '../../base/disk/read-text-file.ts';
import { syncFolder } from '../../base/disk/replace-file.ts';
import { errorCode, isMissing } from '../../base/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import { entryText, isEntryId, readEntry, type SecretEntry } from './journal-entry.ts';
import { LockedEntry } from './locked-entry.ts';
import { writeNewerMark } from './newer-mark.ts';

/** What lies in the journal under one id. */
export interface ListedEntry {
  readonly id: string;
  /** Undefined where its file is not one of ours any more. */
  readonly entry: SecretEntry | undefined;
}

/** Where something else than a file of ours lies: a pipe, a folder, links that go in a circle. */
const NO_FILE: ReadonlySet<string> = new Set(['ENOTSUP', 'ELOOP']);

const LOCK_WAIT = { tries: 100, pauseMs: 20 };

/** What the wait for a lock needs. */
interface EntryWait {
  readonly clock: Clock;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
}

/** The journal of requested secrets: one file each, in a folder of this user alone. */
export class Journal {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Opens the journal below the state folder. Throws `Failure` local where it is not private. */
  static async open(stateFolder: string): Promise<Journal> {
    const folder = join(stateFolder, 'secrets');
    await ensurePrivateFolder(folder);
    return new Journal(folder);
  }

  /**
   * Stores a new entry and locks it. Another process that removes expired entries may lock the new
   * file first, for a moment.
   */
  async create(entry: SecretEntry, clock: Clock): Promise<LockedEntry> {
    const lock = await waitForLock(() => this.#lockFile(entry.id), { clock, ...LOCK_WAIT });
    if (lock === undefined) throw entryInUse(entry.id);
    const path = this.#entryPath(entry.id);
    const created = await createFile(path, entryText(entry), { mode: 0o600 });
    if (created === 'exists') throw new Error(`there is an entry ${entry.id} already`);
    return this.#lockedEntry(entry, lock);
  }

  /**
   * Locks an entry, so that no other process works on it. One that removes expired entries may have it
   * for a moment. Throws `Failure`: `not_found`, `conflict` while another process has it, `local` where
   * its file cannot be read; and the reason of `signal`.
   */
  async lock(id: string, wait: EntryWait): Promise<LockedEntry> {
    const locked = await this.lockOrUnreadable(id, wait);
    if (locked === 'unreadable') throw unreadable(id);
    return locked;
  }

  /** As `lock`, but gives `unreadable` where the file cannot be read. */
  async lockOrUnreadable(id: string, wait: EntryWait): Promise<LockedEntry | 'unreadable'> {
    const tryIt = async () => {
      const locked = await this.tryLock(id);
      return locked === 'in_use' ? undefined : locked;
    };
    const locked = await waitForLock(tryIt, { ...wait, ...LOCK_WAIT });
    if (locked === undefined) throw entryInUse(id);
    if (locked === 'gone') throw noEntry(id);
    return locked;
  }

  /** As `lock`, without waiting or throwing; an entry that nobody can read is left as it is. */
  async tryLock(id: string): Promise<LockedEntry | 'in_use' | 'unreadable' | 'gone'> {
    if (!isEntryId(id)) return 'gone';
    const lock = await this.#lockFile(id);
    if (lock === undefined) return 'in_use';
    await this.#removeHalfWritten(id);
    const { entry, exists } = await this.#read(id);
    if (entry !== undefined) return this.#lockedEntry(entry, lock);
    if (!exists) await this.#removeBeside(id);
    lock.release();
    return exists ? 'unreadable' : 'gone';
  }

  /** Everything in the journal, oldest first; what cannot be read is listed too. */
  async list(): Promise<readonly ListedEntry[]> {
    const ids = (await this.ids()).values();
    const listed: ListedEntry[] = [];
    for (const id of ids) {
      const { entry, exists } = await this.#read(id);
      if (exists) listed.push({ id, entry });
    }
    return listed.toSorted((a, b) => (a.entry?.askedAtMs ?? 0) - (b.entry?.askedAtMs ?? 0));
  }

  /** The ids of all files here, also of what a killed process left half-written. */
  async ids(): Promise<ReadonlySet<string>> {
    const names = await readdir(this.folder);
    const ids = names.map((name) => /^\.?([a-z0-9]{12})\./.exec(name)?.[1] ?? '');
    return new Set(ids.filter((id) => id !== ''));
  }

  /** The id of the entry that a text names: its own id, or that of its command. */
  async idOf(named: string): Promise<string> {
    if (isEntryId(named)) return named;
    const listed = await this.list();
    return listed.find(({ entry }) => entry?.commandId === named)?.id ?? named;
  }

  /** Removes a file that cannot be read, and nothing else. Throws `Failure` as `lock`. */
  async removeUnreadable(id: string, wait: EntryWait): Promise<void> {
    const locked = await this.lockOrUnreadable(id, wait);
    if (locked !== 'unreadable') {
      locked.release();
      throw noEntry(id);
    }
    await rm(this.#entryPath(id), { force: true });
    await this.#removeBeside(id);
    await syncFolder(this.folder);
  }

  /** Marks an entry as one whose value a newer one has replaced, whoever works on it. Throws the error of the system. */
  markReplaced(id: string, newer: SecretEntry): void {
    writeNewerMark(this.#newerPath(id), newer);
  }

  #lockedEntry(entry: SecretEntry, lock: FileLock): LockedEntry {
    const { folder } = this;
    const { id } = entry;
    return new LockedEntry(entry, lock, {
      folder,
      entry: this.#entryPath(id),
      lock: this.#lockPath(id),
      newer: this.#newerPath(id),
    });
  }

  async #read(id: string): Promise<{ readonly exists: boolean; readonly entry?: SecretEntry }> {
    try {
      const entry = readEntry(readTextFile(this.#entryPath(id), 'regular'), id);
      return entry === undefined ? { exists: true } : { exists: true, entry };
    } catch (error) {
      if (isMissing(error)) return { exists: false };
      if (NO_FILE.has(errorCode(error) ?? '')) return { exists: true };
      throw error;
    }
  }

  /** A lock on a file that was removed meanwhile is worth nothing, and is taken again. */
  async #lockFile(id: string): Promise<FileLock | undefined> {
    for (;;) {
      const lock = await lockFile(this.#lockPath(id));
      if (lock === undefined) return undefined;
      const isThere = await stat(this.#lockPath(id)).then(
        () => true,
        () => false,
      );
      if (isThere) return lock;
      lock.release();
    }
  }

  /** Removes what a killed process left half-written; only with the lock of the entry. */
  async #removeHalfWritten(id: string): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (name.startsWith(`.${id}.`)) await rm(join(this.folder, name), { force: true });
    }
  }

  /** Removes what lies beside an entry that is gone. */
  async #removeBeside(id: string): Promise<void> {
    await rm(this.#newerPath(id), { force: true });
    await rm(this.#lockPath(id), { force: true });
  }

  #newerPath(id: string): string {
    return join(this.folder, `${id}.newer`);
  }

  #entryPath(id: string): string {
    return join(this.folder, `${id}.json`);
  }

  #lockPath(id: string): string {
    return join(this.folder, `${id}.lock`);
  }
}

function noEntry(id: string): Failure {
  return new Failure('not_found', {
    code: 'unknown_secret_request',
    title: 'No such entry',
    detail: `The journal of secrets has no entry ${JSON.stringify(id)}.`,
    next: [{ step: 'list_secrets' }],
  });
}

function entryInUse(id: string): Failure {
  return new Failure('conflict', {
    code: 'in_use',
    title: 'Another process works on this secret',
    detail: `The entry ${id} is locked by a process that is running.`,
    advice: 'Let it finish, or end it, and try again.',
    extra: { id },
  });
}

function unreadable(id: string): Failure {
  return new Failure('local', {
    code: 'journal_damaged',
    title: 'An entry of the journal cannot be read',
    detail: `The file of the entry ${id} was cut short or changed by something else.`,
    advice: 'Nothing was changed. Restore the file from a backup, or discard the entry.',
    next: [{ step: 'discard_secret', id }],
    extra: { id },
  });
}

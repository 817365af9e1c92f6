import { rm } from 'node:fs/promises';
import type { FileLock } from '../../base/disk/file-lock.ts';
import { replaceFile, syncFolder } from '../../base/disk/replace-file.ts';
import { type EntryEvent, nextEntryState } from './entry-state.ts';
import { entryText, type SecretEntry } from './journal-entry.ts';
import { type NewerMark, readNewerMark } from './newer-mark.ts';

interface Paths {
  readonly folder: string;
  readonly entry: string;
  readonly lock: string;
  readonly newer: string;
}

const WITHOUT_SECRETS = { secretKey: null, sealed: null } as const;

/** An entry that this process has locked. Each change is on the disk when its call resolves. */
export class LockedEntry {
  readonly #lock: FileLock;
  readonly #paths: Paths;
  #entry: SecretEntry;
  #isLocked = true;

  constructor(entry: SecretEntry, lock: FileLock, paths: Paths) {
    this.#entry = entry;
    this.#lock = lock;
    this.#paths = paths;
  }

  get entry(): SecretEntry {
    return this.#entry;
  }

  /** Its file in the journal. */
  get path(): string {
    return this.#paths.entry;
  }

  /** That a newer value of the same name has come; undefined where none has, or none that is surely newer. */
  newer(): NewerMark | undefined {
    const mark = readNewerMark(this.#paths.newer);
    const { acceptedAtMs = Number.NaN } = this.#entry;
    // It was made while nobody knew whether the response to this request would come.
    return acceptedAtMs > Date.parse(mark?.at ?? '') ? undefined : mark;
  }

  /** Moves the entry on, with what the event brought. */
  async move(
    event: EntryEvent,
    brought: Partial<Omit<SecretEntry, 'id' | 'state'>> = {},
  ): Promise<void> {
    const state = nextEntryState(this.#entry.state, event);
    if (state === undefined) throw new Error(`${event} must not happen in ${this.#entry.state}`);
    await this.#write({ ...this.#entry, ...brought, state });
  }

  /** Changes the entry without moving it. */
  async change(changes: Partial<Omit<SecretEntry, 'id' | 'state'>>): Promise<void> {
    await this.#write({ ...this.#entry, ...changes });
  }

  /**
   * Moves the entry to its end, without its secrets. Where the disk does not take that, its file says
   * less than is true; the sink has the value all the same, and the entry is about to be removed.
   */
  async finish(): Promise<void> {
    await this.move('finish', WITHOUT_SECRETS).catch(() => undefined);
    this.#entry = { ...this.#entry, ...WITHOUT_SECRETS, state: 'delivered' };
  }

  /** Removes everything secret from the entry; where its value was not delivered, nobody gets that. */
  async retire(): Promise<void> {
    const state = this.#entry.state === 'delivered' ? 'delivered' : 'dropped';
    await this.#write({ ...this.#entry, ...WITHOUT_SECRETS, state });
  }

  /** Removes the entry, its mark and its lock from the journal. */
  async wipe(): Promise<void> {
    await rm(this.#paths.entry, { force: true });
    await syncFolder(this.#paths.folder);
    await rm(this.#paths.newer, { force: true });
    // Whoever takes the lock from here on finds no entry, so the file can go with it.
    await rm(this.#paths.lock, { force: true });
    this.release();
  }

  /** Releases the lock and leaves the entry as it is; a second call does nothing. */
  release(): void {
    if (this.#isLocked) this.#lock.release();
    this.#isLocked = false;
  }

  async #write(entry: SecretEntry): Promise<void> {
    await replaceFile(this.#paths.entry, entryText(entry), { mode: 0o600 });
    this.#entry = entry;
  }
}

import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../base/disk/replace-file.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import type { CommandResult } from '../../contract/sync.ts';

/** A command id is kept so long after its result was acknowledged. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const entry = z.object({
  command: z.string(),
  type: z.string(),
  /** The server's id of the job that the command starts. */
  job: z.string().nullable(),
  state: z.enum(['begun', 'finished', 'acknowledged']),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  result: z.unknown(),
  at_ms: z.number(),
});

export type JournalEntry = Readonly<z.output<typeof entry>>;

/**
 * The commands that act, one file each in `state/commands/`, so that none runs twice: written before
 * the command runs, with its result until a sync acknowledged that, and by its id for a day after,
 * since a late response may still deliver the command again.
 */
export class CommandJournal {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #entries = new Map<string, JournalEntry>();

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /**
   * Reads the journal and removes entries that are too old. Throws `Failure` where an entry
   * cannot be read: without it a command might be run twice.
   */
  async load(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (!name.endsWith('.json') || name.startsWith('.')) continue;
      const path = join(this.#folder, name);
      const read = readEntry(path, await readFile(path, 'utf8'));
      if (this.#isOver(read)) await rm(path);
      else this.#entries.set(read.command, read);
    }
  }

  get(command: string): JournalEntry | undefined {
    return this.#entries.get(command);
  }

  all(): readonly JournalEntry[] {
    return [...this.#entries.values()];
  }

  /** Records that a command is about to run; on disk when this resolves. */
  async begin(command: string, type: string, job: string | null): Promise<void> {
    await this.#put({ command, type, job, state: 'begun', error: null, result: null, at_ms: 0 });
    // One that stays on the disk is tried again with the next command.
    await this.#removeOld().catch(() => undefined);
  }

  /** Records what a running command has prepared; on disk when this resolves. */
  async prepare(command: string, prepared: unknown): Promise<void> {
    const begun = this.#entries.get(command);
    if (begun) await this.#put({ ...begun, result: prepared });
  }

  /** Records how a command ended. */
  async finish({ command, error, result }: CommandResult): Promise<void> {
    const begun = this.#entries.get(command);
    if (begun) await this.#put({ ...begun, state: 'finished', error, result });
  }

  /** Records that the server has the result. */
  async acknowledge(command: string): Promise<void> {
    const finished = this.#entries.get(command);
    if (finished)
      await this.#put({ ...finished, state: 'acknowledged', error: null, result: null });
  }

  async #put(changed: JournalEntry): Promise<void> {
    const recorded = { ...changed, at_ms: this.#clock.now() };
    await replaceFile(this.#pathOf(changed.command), `${JSON.stringify(recorded)}\n`, {
      mode: 0o600,
    });
    this.#entries.set(changed.command, recorded);
  }

  async #removeOld(): Promise<void> {
    for (const each of [...this.#entries.values()].filter((entry) => this.#isOver(entry))) {
      await rm(this.#pathOf(each.command), { force: true });
      this.#entries.delete(each.command);
    }
  }

  #isOver({ at_ms: atMs, state }: JournalEntry): boolean {
    return state === 'acknowledged' && atMs < this.#clock.now() - KEPT_MS;
  }

  #pathOf(command: string): string {
    return join(this.#folder, `${command}.json`);
  }
}

function readEntry(path: string, text: string): JournalEntry {
  try {
    return entry.parse(JSON.parse(text));
  } catch (error) {
    throw new Failure(
      'local',
      {
        code: 'invalid_journal',
        title: 'The journal of a command cannot be read',
        detail: path,
        advice: 'Remove the file if that command may run again.',
      },
      { cause: error },
    );
  }
}

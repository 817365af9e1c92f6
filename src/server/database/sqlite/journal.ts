import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Clock, systemClock } from '../../../base/time/clock.ts';
import { pause } from '../../../base/time/pause.ts';
import type { Connection } from '../connection.ts';
import type { SqliteFile } from './connection.ts';

const EVERY_MS = 1000;
/** A journal that never was larger is left to a later time, or to the end of the process. */
const SMALL_BYTES = 4 * 1024 * 1024;
/** What the thread that writes does itself where no other one came to it, about 40 MB. */
const PAGES_MAX = 10_000;

interface JournalOptions {
  /** Of the database. */
  readonly path: string;
  readonly clock: Clock;
  readonly writer: SqliteFile;
  /** Writes the journal into the database in another thread. */
  readonly checkpoint: () => Promise<void>;
}

/**
 * Has the journal written into the database beside the requests: SQLite does it within a commit
 * otherwise, which takes tens of milliseconds. To be told of each commit.
 */
export function createJournalKeeper(options: JournalOptions): () => void {
  const { checkpoint, clock, path, writer } = options;
  writer.exec(`pragma wal_autocheckpoint = ${PAGES_MAX}`);
  let waits = false;

  async function keep(): Promise<void> {
    waits = false;
    try {
      const { size } = await stat(`${path}-wal`);
      if (size > SMALL_BYTES) await checkpoint();
    } catch {
      // What is left now goes with what is written next.
    }
  }

  return () => {
    if (waits) return;
    waits = true;
    clock.after(EVERY_MS, keep);
  };
}

const TRIES = 10;
const RETRY_MS = 10;

/**
 * Writes the journal into the database and empties it, unless somebody reads from it for longer;
 * another thread that writes it into the database is done soon.
 */
export async function truncateJournal(writing: Connection): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writing);
    if (rows[0]?.busy === 0) return true;
    if (tried === TRIES) return false;
    await pause(systemClock, RETRY_MS);
  }
}

import { sql } from 'kysely';
import type { Connection } from '../connection.ts';

/** First half of the advisory lock's key; the second is the hash of what is written in turns. */
const LOCK_SPACE = 4;

/** Runs `work` on a connection once no other one, of whichever process, has the same turn. */
type TakeTurn = <T>(turn: string, work: (db: Connection) => Promise<T>) => Promise<T>;

/**
 * Serializable transactions that change the same row at once end as conflicts, however often they
 * are run again. Those that are known to do so take turns: within the process by a queue, so that
 * they hold one connection only, and among processes by a lock that comes before the snapshot.
 */
export function createTurns(writing: Connection): TakeTurn {
  const last = new Map<string, Promise<unknown>>();

  function locked<T>(turn: string, work: (db: Connection) => Promise<T>): Promise<T> {
    return writing.connection().execute(async (db) => {
      await sql`select pg_advisory_lock(${LOCK_SPACE}, hashtext(${turn}))`.execute(db);
      try {
        return await work(db);
      } finally {
        await sql`select pg_advisory_unlock(${LOCK_SPACE}, hashtext(${turn}))`.execute(db);
      }
    });
  }

  return async (turn, work) => {
    const before = last.get(turn);
    const own = (async () => {
      await before?.catch(() => {});
      return locked(turn, work);
    })();
    last.set(turn, own);
    try {
      return await own;
    } finally {
      if (last.get(turn) === own) last.delete(turn);
    }
  };
}

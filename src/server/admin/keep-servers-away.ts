import { Failure } from '../../contract/failure.ts';
import type { Connection } from '../database/connection.ts';
import { lockFolder } from '../database/sqlite/folder-lock.ts';

/** A data folder, or a PostgreSQL database. */
export interface DatabasePlace {
  readonly folder: string;
  readonly database?: string | undefined;
}

/**
 * Makes sure that no server works on a database that is open here as `reading`, and keeps one from
 * starting in a data folder until what is given is called. Throws `Failure` local,
 * `server_running`.
 */
export async function keepServersAway(
  { folder, database }: DatabasePlace,
  reading: Connection,
): Promise<() => void> {
  if (database !== undefined) {
    const { countServers } = await import('../database/postgres/slot-lease.ts');
    if ((await countServers(reading)) > 0) throw serverRunning('the PostgreSQL database');
    return () => {};
  }
  try {
    return lockFolder(folder, 'server').release;
  } catch (error) {
    const isHeld = error instanceof Failure && error.facts.code === 'data_folder_in_use';
    throw isHeld ? serverRunning(folder) : error;
  }
}

function serverRunning(place: string): Failure {
  return new Failure('local', {
    code: 'server_running',
    title: 'A server works on what is to be copied',
    detail: `A server runs on ${place}; what it does after the copy would be missing there.`,
    advice: 'Stop it, copy, then start it on the copy. To try that beside it, copy a backup.',
  });
}

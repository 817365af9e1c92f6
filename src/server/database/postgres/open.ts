import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { errorCode, messageOf } from '../../../base/errors.ts';
import { Failure, type FailureFacts } from '../../../contract/failure.ts';
import type { Connection } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { newestId } from '../newest-id.ts';
import { noDatabase } from '../no-database.ts';
import type { OpenDatabase, StoreOptions } from '../open-options.ts';
import { createIdSource, WHOLE_RANGE } from '../row-id.ts';
import { openPostgres } from './dialect.ts';
import { lacksPassword } from './lacks-password.ts';

/**
 * Opens a PostgreSQL database that other processes may work on and brings its schema up to date. A
 * server leases an id slot; `fleet admin` writes while no server does, and needs none.
 * Throws `Failure` local: `newer_database`, `older_version_running`, `too_many_processes` or
 * `database_unusable`.
 */
export async function openPostgresDatabase(
  options: StoreOptions & { readonly database: string },
): Promise<OpenDatabase> {
  const { database, clock, onWake = () => {}, onWakeAll = () => {} } = options;
  let dialect: ReturnType<typeof openPostgres> | undefined;
  try {
    const alone = options.role === 'admin';
    dialect = openPostgres({ url: database, clock, onWake, onWakeAll, alone });
    if (options.mustExist) await requireTables(dialect.reading);
    await migrate(dialect);
    const { countRequest, countKey, reading } = dialect;
    const newest = await newestId(reading);
    const ids = alone ? createIdSource(WHOLE_RANGE, newest) : await dialect.leaseSlot(newest);
    return { dialect, countRequest, countKey, ids, release: () => {} };
  } catch (error) {
    await dialect?.close();
    if (error instanceof Failure) throw error;
    throw await unusable(error, database);
  }
}

async function requireTables(db: Connection): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('migrations') is not null as there`.execute(db);
  if (!rows[0]?.there) throw noDatabase('The PostgreSQL database');
}

/** The address may hold a password, so it is not shown. */
async function unusable(cause: unknown, url: string): Promise<Failure> {
  const facts: FailureFacts = {
    code: 'database_unusable',
    title: 'The database cannot be used',
    detail: await reasonOf(cause, url),
    next: [{ step: 'check_database' }],
  };
  return new Failure('local', facts, { cause });
}

async function reasonOf(cause: unknown, url: string): Promise<string> {
  const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const isOfDriver = !(reason instanceof DatabaseError) && errorCode(reason) === undefined;
  if (isOfDriver && (await lacksPassword(url))) return 'It asks for a password, and none is given.';
  return messageOf(reason);
}

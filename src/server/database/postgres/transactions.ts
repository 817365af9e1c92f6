import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  OperationNodeTransformer,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  type PrimaryKeyConstraintNode,
  sql,
  type TransactionSettings,
} from 'kysely';
import type { Connection } from '../connection.ts';
import { takeRows } from '../insert-row.ts';
import { findMachinesWith } from '../machine-finder.ts';
import type { Tables } from '../schema.ts';
import type { Transact } from '../waiting-write.ts';
import { machinesTogether } from './find-machines.ts';
import { ConnectionLost } from './guarded-client.ts';
import { insertTogether } from './insert-together.ts';
import { isConflict } from './pool.ts';
import { lockFreeTurns, lockTurns, togetherInTurns } from './turns.ts';

/**
 * Runs a transaction as if it were the only one. First beside others with isolation `serializable`,
 * so that the database refuses it on a conflict; then once more under an exclusive lock. Two runs
 * are enough under any load, and `work` sees the same as on an engine with a single writer.
 */
export async function transactSerializable<T>(
  writing: Connection,
  work: (transaction: Connection) => Promise<T>,
): Promise<T> {
  try {
    return await writing.transaction().setIsolationLevel('serializable').execute(work);
  } catch (error) {
    if (!isConflict(error)) throw error;
    return exclusively(writing, work);
  }
}

function exclusively<T>(
  writing: Connection,
  work: (transaction: Connection) => Promise<T>,
): Promise<T> {
  return writing.transaction().setIsolationLevel('read committed').execute(work);
}

/**
 * Runs transactions that change only what their turns name: those of other turns beside them, and no
 * other transaction at all. They need no snapshot that the database would have to guard, so that
 * many can share a commit and none is refused.
 */
export function transactInTurns(writing: Connection, pool: PostgresPool): Transact {
  const together = togetherInTurns(
    (work, turns = []) =>
      inOneConnection(pool, BEGIN_IN_TURNS, async (db) => {
        await lockTurns(db, turns);
        return work(db);
      }),
    (work, turns) =>
      inOneConnection(pool, `${BEGIN_IN_TURNS} nowait`, async (db) =>
        work(db, await lockFreeTurns(db, turns)),
      ),
  );
  return async (work, turns) => {
    try {
      return await together(work, turns);
    } catch (error) {
      if (!isConflict(error)) throw error;
      return exclusively(writing, work);
    }
  };
}

/** A transaction whose statements may be sent while others of it are not answered yet. */
async function inOneConnection<T>(
  pool: PostgresPool,
  begin: string,
  work: (transaction: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin, []);
    const rows = insertTogether(client);
    const db = connectionOver(client, rows.send);
    takeRows(db, rows.take);
    findMachinesWith(db, machinesTogether(db));
    const result = await work(db);
    rows.send();
    const { command } = await client.query('commit', []);
    if (command !== 'COMMIT') throw new ConnectionLost('the transaction was not committed');
    return result;
  } catch (error) {
    await client.query('rollback', []).catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Runs every statement on this client, also while others wait for it; calls `before` each. */
function connectionOver(client: PostgresPoolClient, before: () => void): Connection {
  const query = (sql: string, parameters: readonly unknown[]) => {
    before();
    return client.query(sql, parameters);
  };
  const shared = { query, release: () => {} } as PostgresPoolClient;
  const pool = { connect: async () => shared, end: async () => {}, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Runs a transaction while no other one writes. It sleeps before and after `work`, so that its ids
 * share no millisecond with those of other processes.
 */
export function transactAlone<T>(
  writing: Connection,
  work: (transaction: Connection) => Promise<T>,
): Promise<T> {
  return writing
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (db) => {
      await sql`select pg_sleep(0.002)`.execute(db);
      const result = await work(db);
      await sql`select pg_sleep(0.002)`.execute(db);
      return result;
    });
}

/*
 * Serializable transactions run beside each other, those in turns beside each other, and neither
 * beside the other kind: who waits for its kind's lock comes before whoever asks after it.
 */
const BEGIN_BESIDE_OTHERS =
  'start transaction isolation level serializable; lock table migrations in share mode';
const BEGIN_IN_TURNS =
  'start transaction isolation level read committed; lock table migrations in row exclusive mode';
const BEGIN_ALONE =
  'start transaction isolation level read committed; lock table migrations in exclusive mode';

class SerializableDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(beginOf(isolationLevel)));
  }
}

function beginOf(isolationLevel: TransactionSettings['isolationLevel']): string {
  if (isolationLevel === undefined) return BEGIN_IN_TURNS;
  return isolationLevel === 'serializable' ? BEGIN_BESIDE_OTHERS : BEGIN_ALONE;
}

class SerializableDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new SerializableDriver({ pool: this.#pool });
  }
}

/** Connections for `transactSerializable`. */
export function serializableConnection(pool: PostgresPool): Connection {
  return new Kysely<Tables>({ dialect: new SerializableDialect(pool) });
}

/** Connections whose transactions are PostgreSQL's ordinary ones. */
export function plainConnection(pool: PostgresPool): Connection {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** In PostgreSQL the name of a key is the name of an index, which no two tables can share. */
class UnnamedKeys extends OperationNodeTransformer {
  protected override transformPrimaryKeyConstraint(
    node: PrimaryKeyConstraintNode,
  ): PrimaryKeyConstraintNode {
    const { name: _, ...unnamed } = super.transformPrimaryKeyConstraint(node);
    return unnamed;
  }
}

/** A connection that creates tables as the portable migrations describe them. */
export function migrationConnection(connection: Connection): Connection {
  const transformer = new UnnamedKeys();
  return connection.withPlugin({
    transformQuery: ({ node }) => transformer.transformNode(node),
    transformResult: async ({ result }) => result,
  });
}

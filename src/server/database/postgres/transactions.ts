import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  OperationNodeTransformer,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PrimaryKeyConstraintNode,
  sql,
  type TransactionSettings,
} from 'kysely';
import type { Connection } from '../connection.ts';
import type { Tables } from '../schema.ts';
import { isConflict } from './pool.ts';

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
    return writing.transaction().setIsolationLevel('read committed').execute(work);
  }
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

/** The exclusive lock waits for all holders of the shared one, and later transactions wait for it. */
const BEGIN_BESIDE_OTHERS =
  'start transaction isolation level serializable; lock table migrations in row share mode';
const BEGIN_ALONE =
  'start transaction isolation level read committed; lock table migrations in exclusive mode';

class SerializableDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    const begin = isolationLevel === 'serializable' ? BEGIN_BESIDE_OTHERS : BEGIN_ALONE;
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
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

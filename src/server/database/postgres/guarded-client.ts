import type { Duplex } from 'node:stream';
import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseError, type PoolClient } from 'pg';

/** The connection, not the statement, failed: what became of the statement is unknown. */
export class ConnectionLost extends Error {}

/** An error of the database server as it is; anything else means that the connection is lost. */
export function asLost(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  return new ConnectionLost('the connection to the database was lost', { cause: error });
}

/** Statements that a connection keeps parsed; more than the code has. */
const NAMED_MAX = 1000;
const nameOf = new Map<string, string>();

/** The name under which a connection keeps this statement parsed; undefined for one too many. */
function statementName(sql: string): string | undefined {
  const known = nameOf.get(sql);
  if (known !== undefined || nameOf.size >= NAMED_MAX) return known;
  const name = `fleet_${nameOf.size}`;
  nameOf.set(sql, name);
  return name;
}

/** The part of a connection that the driver does not name. */
interface Corkable {
  readonly connection?: { readonly stream?: Duplex };
}

const heldBack = new WeakSet<Duplex>();

/**
 * Holds back what is written to a connection until the event loop has gone round, so that statements
 * that do not wait for each other are one message to the network, and wake the database once.
 */
function holdBack(client: PoolClient): void {
  const stream = (client as Corkable).connection?.stream;
  if (stream === undefined || heldBack.has(stream)) return;
  heldBack.add(stream);
  stream.cork();
  setImmediate(() => {
    heldBack.delete(stream);
    stream.uncork();
  });
}

/** What is told of a statement whose answer is not waited for. */
const UNAWAITED = { command: 'INSERT', rowCount: 0, rows: [] };

/** Beginnings and plain inserts say nothing but that they went well, which the next answer shows. */
function saysNothing(sql: string): boolean {
  if (sql.startsWith('start transaction') || sql.startsWith('savepoint')) return true;
  return sql.startsWith('insert into') && !/ (returning|on conflict) /.test(sql);
}

interface GuardedOptions {
  readonly pipelined: boolean;
  /** Called at every answer of the database. */
  readonly answered: () => void;
  /** Called once, when it is not used any more. */
  readonly giveBack: (end?: 'lost') => void;
}

/**
 * One use of a pooled connection. A statement with parameters is parsed once for each connection.
 * Where it is pipelined, a statement that says nothing is sent and not waited for: should it fail,
 * so does all that follows in its transaction, and its error is what the next statement throws.
 */
export class GuardedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #options: GuardedOptions;
  #unawaited: Promise<unknown>[] = [];
  #lost: unknown;
  /** Whether the last statement failed: what state it left is known after the next one only. */
  #failed = false;

  constructor(client: PoolClient, options: GuardedOptions) {
    this.#client = client;
    this.#options = options;
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(sql: unknown, parameters: readonly unknown[] = []): never {
    return this.#query(String(sql), parameters) as never;
  }

  /** After a lost connection nothing more is sent, so that a rollback does not wait once more. */
  async #query(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#lost !== undefined) throw this.#lost;
    const sent = this.#send(sql, parameters);
    if (this.#options.pipelined && saysNothing(sql)) {
      sent.catch(() => {});
      this.#unawaited.push(sent);
      return UNAWAITED;
    }
    const before = this.#unawaited;
    this.#unawaited = [];
    try {
      for (const earlier of before) await earlier;
      const result = await sent;
      this.#options.answered();
      this.#failed = false;
      return result;
    } catch (error) {
      await sent.catch(() => {});
      this.#failed = true;
      const known = asLost(error);
      if (known instanceof ConnectionLost) this.#lost = known;
      else this.#options.answered();
      throw known;
    }
  }

  #send(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    holdBack(this.#client);
    const name = parameters.length === 0 ? undefined : statementName(sql);
    const values = [...parameters];
    if (name === undefined) return this.#client.query(sql, values);
    return this.#client.query({ name, text: sql, values });
  }

  /** A connection within a transaction is closed: who got it next would be in it as well. */
  release(destroy = false): void {
    const isIdle = !this.#failed && this.#client.getTransactionStatus() === 'I';
    this.#client.release(destroy || !isIdle || this.#unawaited.length > 0);
    this.#options.giveBack(this.#lost === undefined ? undefined : 'lost');
  }
}

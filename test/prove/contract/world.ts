import { Pool } from 'undici';
import type { Clock } from '../../../src/base/time/clock.ts';
import { addChannel } from '../../../src/server/admin/channels.ts';
import { createKey } from '../../../src/server/admin/keys.ts';
import { startServer } from '../../../src/server/start.ts';
import { sweep } from '../../../src/server/sweep.ts';

export type ScopeName = 'read' | 'run' | 'admin';

export interface SentRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** A server on a clock that moves only between cases, where no request is ever held. */
export interface World {
  readonly baseUrl: string;
  readonly keys: Readonly<Record<ScopeName, string>>;
  /** A further one, for looking at what a call said. */
  readonly observerKey: string;
  /** What went wrong inside, with its stack. */
  readonly errors: readonly string[];
  send(request: SentRequest): Promise<ReceivedResponse>;
  /** Pairs a machine and gives its token. */
  pair(name: string): Promise<string>;
  /** Lets time pass; what follows from time alone has happened when this resolves. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

const ACTOR = { kind: 'person', name: 'ada' } as const;

/** Starts a world on an empty data folder, or an empty PostgreSQL database. */
export async function startWorld(dataFolder: string, database?: string): Promise<World> {
  let now = Date.UTC(2026, 9, 1, 12);
  // No timer ever fires: twins would differ by what had run when a request came.
  const clock: Clock = { now: () => now, after: () => () => {} };
  const errors: string[] = [];
  const { keys, baseUrl, service, pair, close } = await startServer({
    listen: '127.0.0.1:0',
    dataFolder,
    database,
    demo: true,
    maxHoldSeconds: 0,
    clock,
    log: { write: (line) => errors.push(line) },
    logLevels: ['error'],
  });
  if (keys === undefined) throw new Error('the server made no keys');
  const admin = { store: service.store, actor: ACTOR };
  await addChannel(admin, { kind: 'email', address: 'ops@example.com', alertTypes: [] });
  const observer = await createKey(admin, { name: 'observer', scope: 'fleet:admin' });
  const pool = new Pool(baseUrl, { connections: 2 });

  async function send({ method, path, headers, body }: SentRequest): Promise<ReceivedResponse> {
    const received = await pool.request({
      method: method as 'GET',
      path,
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { body }),
    });
    const type = received.headers['content-type'];
    return {
      status: received.statusCode,
      contentType: typeof type === 'string' ? type : null,
      headers: received.headers,
      text: await received.body.text(),
    };
  }

  return {
    baseUrl,
    keys,
    observerKey: observer.key,
    errors,
    send,
    pair,
    async advance(ms) {
      now += ms;
      await sweep(service);
    },
    async close() {
      await pool.close();
      await close();
    },
  };
}

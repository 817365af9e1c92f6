import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type StartedServer, type StartOptions, startServer } from '../../src/server/start.ts';
import { openapiViolations } from './openapi-violations.ts';
import { startSecondServer } from './postgres/second-server.ts';
import { databaseOf } from './postgres/test-database.ts';
import { putMigratedDatabase } from './setup/migrated-folder.ts';

export interface TestServer extends Pick<StartedServer, 'baseUrl' | 'service' | 'pair' | 'close'> {
  readonly keys: { readonly read: string; readonly run: string; readonly admin: string };
  readonly dataFolder: string;
  /** Its own address, and on PostgreSQL that of the other process. */
  readonly baseUrls: readonly string[];
  /** The token of a paired machine called `build-01`, which has not synced yet. */
  readonly machineToken: string;
  /** Lines of the server's log. */
  readonly log: readonly string[];
  /** One request with a key of this scope (`none` sends no credential). */
  call(path: string, options?: CallOptions): Promise<CallResponse>;
  /** `POST /api/v1/tools/{name}` with a key of this scope, `admin` by default. */
  tool(name: string, input?: unknown, scope?: KeyName): Promise<CallResponse>;
}

export type KeyName = 'read' | 'run' | 'admin';

export interface CallOptions {
  /** `admin` without it. */
  readonly scope?: KeyName | 'none';
  /** POST where there is a body, else GET. */
  readonly method?: string;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/**
 * A real server on a data folder of its own and a free port; ends with the test. On PostgreSQL there
 * are two on one database, which are called in turns.
 */
export async function startTestServer(options: Partial<StartOptions> = {}): Promise<TestServer> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'fleet-server-')));
  if (options.dataFolder === undefined) putMigratedDatabase(dataFolder);
  const log: string[] = [];
  const database = await databaseOf(dataFolder);
  const server = await startServer({
    listen: '127.0.0.1:0',
    dataFolder,
    database,
    demo: true,
    log: { write: (line) => log.push(line) },
    ...options,
  });
  onTestFinished(async () => {
    await server.close();
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true });
  });
  const { baseUrl, keys } = server;
  const baseUrls = [baseUrl];
  if (database !== undefined) {
    const second = await startBeside(database, { ...options, dataFolder });
    onTestFinished(second.close);
    baseUrls.push(second.baseUrl);
  }
  let calls = 0;
  if (keys === undefined) throw new Error('the server made no keys');

  async function call(path: string, given: CallOptions = {}): Promise<CallResponse> {
    const { scope = 'admin', body, headers } = given;
    calls += 1;
    const answer = await fetch(`${baseUrls[calls % baseUrls.length]}${path}`, {
      method: given.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(scope === 'none' ? {} : { authorization: `Bearer ${keys?.[scope]}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
    const parsed = isJson ? JSON.parse(text) : undefined;
    const wrong = openapiViolations({
      method: given.method ?? (body === undefined ? 'GET' : 'POST'),
      path: path.replace(/\?.*$/s, ''),
      status: answer.status,
      contentType: answer.headers.get('content-type'),
      body: parsed,
    });
    if (wrong.length > 0) throw new Error(`not as the OpenAPI document says:\n${wrong.join('\n')}`);
    return { status: answer.status, headers: answer.headers, text, body: parsed };
  }

  return {
    baseUrl,
    keys,
    dataFolder,
    baseUrls,
    machineToken: await server.pair('build-01'),
    service: server.service,
    log,
    pair: server.pair,
    close: server.close,
    call,
    tool: (name, input = {}, scope = 'admin') =>
      call(`/api/v1/tools/${name}`, { body: input, scope, method: 'POST' }),
  };
}

/** In a process of its own, unless the test has a clock or settings that only this process knows. */
function startBeside(
  database: string,
  options: Partial<StartOptions> & Pick<StartOptions, 'dataFolder'>,
): Promise<Pick<StartedServer, 'baseUrl' | 'close'>> {
  const isPlain = Object.keys(options).every((name) => name === 'dataFolder');
  if (isPlain) return startSecondServer(database);
  return startServer({ ...options, listen: '127.0.0.1:0', database, demo: false });
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { createKey } from '../../../src/server/admin/keys.ts';
import { type StartedServer, startServer } from '../../../src/server/start.ts';
import type { Cluster } from '../../support/postgres/cluster.ts';

export const MACHINES = 50;
/** Each may call 600 times a minute. */
export const KEYS = 200;

/** Processes on one database, and what calls them. */
export interface Deployment {
  readonly database: string;
  readonly urls: readonly string[];
  readonly processes: readonly ChildProcess[];
  readonly keys: readonly string[];
  readonly tokens: readonly string[];
  readonly agent: Agent;
}

interface Deployments {
  readonly ours: Deployment;
  /** The least that could insert what `run_skill` does, on a copy of the database. */
  readonly bare: Deployment;
}

/** Fills a database and starts so many processes on it, and as many bare ones on a copy of it. */
export async function deploy(
  { url }: Cluster,
  count: number,
  callers: number,
): Promise<Deployments> {
  const database = `${url}/postgres`;
  const first = await startServer({
    listen: '127.0.0.1:0',
    dataFolder: tmpdir(),
    database,
    demo: true,
  });
  const admin = { store: first.service.store, actor: { kind: 'system', name: 'bench' } } as const;
  const keys: string[] = [];
  for (let place = 0; place < KEYS; place += 1) {
    keys.push((await createKey(admin, { name: `bench ${place}`, scope: 'fleet:run' })).key);
  }
  const tokens: string[] = [];
  for (let place = 0; place < MACHINES; place += 1) {
    tokens.push(await first.pair(`build-${place}`));
  }
  await runOnce(first, keys[0] ?? '');
  await first.close();
  const copy = await copyDatabase(url);
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const whom = { keys, tokens, agent };
  return {
    ours: { ...whom, database, ...(await start('server-process.ts', database, count)) },
    bare: { ...whom, database: copy, ...(await start('bare-process.ts', copy, count)) },
  };
}

/** Ends its processes. */
export async function stop({ processes, agent }: Deployment): Promise<void> {
  agent.destroy();
  await Promise.all(
    processes.map(async (child) => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    }),
  );
}

/** Leaves the rows that the bare processes insert again and again. */
async function runOnce({ baseUrl }: StartedServer, key: string): Promise<void> {
  const { status } = await fetch(`${baseUrl}/api/v1/tools/run_skill`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ machine: 'build-0', skill: 'deploy-check', wait_seconds: 0 }),
  });
  if (status !== 202) throw new Error(`status ${status}`);
}

/** Copies the database, to which nobody is connected. */
async function copyDatabase(url: string): Promise<string> {
  const client = new Client({ connectionString: `${url}/template1` });
  await client.connect();
  await client.query('create database bare template postgres');
  await client.end();
  return `${url}/bare`;
}

async function start(entry: string, database: string, count: number) {
  const path = fileURLToPath(new URL(entry, import.meta.url));
  const processes = Array.from({ length: count }, (_, place) => fork(path, [database, `${place}`]));
  const urls = await Promise.all(
    processes.map(async (child) => {
      const [{ baseUrl }] = (await once(child, 'message')) as [{ baseUrl: string }];
      return baseUrl;
    }),
  );
  return { processes, urls };
}

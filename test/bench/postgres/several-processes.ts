import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createKey } from '../../../src/server/admin/keys.ts';
import { startServer } from '../../../src/server/start.ts';
import { type Cluster, postgresPrograms, startCluster } from '../../support/postgres/cluster.ts';
import { type Measurement, median } from '../measurement.ts';
import { databaseUsage } from './database-usage.ts';
import { startPgBoss } from './pg-boss.ts';

const PROCESSES = [1, 2, 3] as const;
const ROUNDS = 5;
const CALLS = 1500;
const AT_ONCE = 32;
const MACHINES = 50;
/** Each may call 600 times a minute. */
const KEYS = 200;

interface Deployment {
  readonly database: string;
  readonly urls: readonly string[];
  readonly processes: readonly ChildProcess[];
  readonly keys: readonly string[];
  readonly tokens: readonly string[];
  readonly agent: Agent;
}

/** One call of an operation, the `place`th, at this server. */
type CallOnce = (deployment: Deployment, url: string, place: number) => Promise<void>;

/** What a round took: time and CPU of a call, and the share of transactions that were rolled back. */
interface Round {
  readonly ms: number;
  readonly cpuMicros: number;
  readonly rolledBack: number;
}

/**
 * run_skill and sync on one PostgreSQL with fsync, by one, two and three processes of the server in
 * turn: time and CPU, the database's included, beside those of one process.
 */
export async function benchPostgres(): Promise<readonly Measurement[]> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('there is no PostgreSQL on this machine');
  const cluster = await startCluster(programs, tmpdir());
  try {
    const deployment = await deploy(cluster);
    const measurements = [
      ...(await compare(deployment, 'run_skill', runSkill)),
      ...(await compare(deployment, 'sync', sync)),
      await besidePgBoss(deployment),
    ];
    deployment.agent.destroy();
    await Promise.all(deployment.processes.map(stop));
    return measurements;
  } finally {
    await cluster.remove();
  }
}

async function deploy({ url }: Cluster): Promise<Deployment> {
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
  await first.close();
  const entry = fileURLToPath(new URL('server-process.ts', import.meta.url));
  const processes = PROCESSES.map(() => fork(entry, [database]));
  const urls = await Promise.all(
    processes.map(async (child) => {
      const [{ baseUrl }] = (await once(child, 'message')) as [{ baseUrl: string }];
      return baseUrl;
    }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  return { database, urls, processes, keys, tokens, agent };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

async function compare(
  deployment: Deployment,
  operation: string,
  call: CallOnce,
): Promise<readonly Measurement[]> {
  const rounds = new Map<number, Round[]>(PROCESSES.map((count) => [count, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const count of PROCESSES) {
      const taken = await measure(deployment, count, call);
      if (round >= 0) rounds.get(count)?.push(taken);
    }
  }
  const of = (count: number, figure: keyof Round): number =>
    median((rounds.get(count) ?? []).map((round) => round[figure]));
  const times = (count: number, figure: keyof Round) => of(count, figure) / of(1, figure);
  const baseline = 'with one process';
  return [
    { name: `time of ${operation}, two processes`, baseline, ratio: times(2, 'ms'), limit: 1 },
    {
      name: `time of ${operation}, three processes`,
      baseline,
      ratio: times(3, 'ms'),
      limit: 1.11,
    },
    {
      name: `CPU of ${operation} and its database, three processes`,
      baseline,
      ratio: times(3, 'cpuMicros'),
      limit: 1.2,
    },
    {
      name: `rolled back of ${operation}, three processes`,
      baseline: 'all transactions',
      ratio: of(3, 'rolledBack'),
      limit: 0.01,
    },
  ];
}

/** Calls of one process of the server beside pg-boss enqueuing in this one, in turn. */
async function besidePgBoss(deployment: Deployment): Promise<Measurement> {
  const name = 'time of run_skill, one process';
  const baseline = 'pg-boss enqueuing one at a time';
  const boss = await startPgBoss(deployment.database);
  if (boss === undefined) {
    return { name, baseline, ratio: Number.NaN, notMeasured: 'npm cannot install it' };
  }
  const ratios: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const ours = (await measure(deployment, 1, runSkill)).ms;
    const theirs = (await measure(deployment, 1, async () => void (await boss.enqueue()))).ms;
    if (round >= 0) ratios.push(ours / theirs);
  }
  await boss.stop();
  return { name, baseline, ratio: median(ratios), limit: 2.5 };
}

async function measure(deployment: Deployment, count: number, call: CallOnce): Promise<Round> {
  const { urls, database } = deployment;
  const before = { ...(await databaseUsage(database)), servers: await serverCpu(deployment) };
  const startedAt = performance.now();
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < CALLS) {
      const place = next;
      next += 1;
      await call(deployment, urls[place % count] ?? '', place);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const ms = performance.now() - startedAt;
  const servers = (await serverCpu(deployment)) - before.servers;
  const after = await databaseUsage(database);
  const rolledBack = after.rolledBack - before.rolledBack;
  const all = after.committed - before.committed + rolledBack;
  return {
    ms,
    cpuMicros: servers + after.cpuMicros - before.cpuMicros,
    rolledBack: rolledBack / all,
  };
}

async function serverCpu({ processes }: Deployment): Promise<number> {
  let all = 0;
  for (const child of processes) {
    const answer = once(child, 'message') as Promise<[{ cpuMicros: number }]>;
    child.send({});
    all += (await answer)[0].cpuMicros;
  }
  return all;
}

function runSkill({ keys, agent }: Deployment, url: string, place: number): Promise<void> {
  const machine = `build-${place % MACHINES}`;
  const input = { machine, skill: 'deploy-check', wait_seconds: 0 };
  return post(`${url}/api/v1/tools/run_skill`, keys[place % KEYS] ?? '', { agent, input });
}

function sync({ tokens, agent }: Deployment, url: string, place: number): Promise<void> {
  const input = {
    sent_at: new Date().toISOString(),
    wait_seconds: 0,
    jobs: [],
    holding: [],
    results: [],
    events_waiting: 0,
  };
  return post(`${url}/machine/v1/sync`, tokens[place % MACHINES] ?? '', { agent, input });
}

function post(
  url: string,
  credential: string,
  { agent, input }: { readonly agent: Agent; readonly input: object },
): Promise<void> {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (response) => {
      if ((response.statusCode ?? 500) > 299) reject(new Error(`status ${response.statusCode}`));
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end(JSON.stringify(input));
  });
}

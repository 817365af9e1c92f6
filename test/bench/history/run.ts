// Every query over a long history beside a short one, on both engines:
// `npm run bench -- history [--rows=1000,1000000] [--engine=sqlite] [--only=list_jobs]`.
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { postgresPrograms, startCluster } from '../../support/postgres/cluster.ts';
import { createDatabase } from '../../support/postgres/create-database.ts';
import { type ForkedServer, forkServer } from '../forked-server.ts';
import { median } from '../measurement.ts';
import { type HistoryCall, historyCalls } from './calls.ts';
import type { HistoryReady } from './process.ts';

const ROUNDS = 15;
/** A call that takes long is measured less often. */
const ENOUGH_MS = 2000;
/** Most CPU that one turn of the event loop may take. */
const PAUSE_MS = 25;

const [few = 1000, many = 1_000_000] = option('rows')?.split(',').map(Number) ?? [];
const engines = option('engine')?.split(',') ?? ['sqlite', 'postgres'];
let beyond = 0;
for (const engine of engines) beyond += await benchEngine(engine);
process.exitCode = beyond > 0 ? 1 : 0;

function option(name: string): string | undefined {
  const prefix = `--${name}=`;
  return process.argv.find((word) => word.startsWith(prefix))?.slice(prefix.length);
}

async function benchEngine(engine: string): Promise<number> {
  if (engine === 'sqlite') return benchServers(engine, [few], [many]);
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('no initdb and postgres of PostgreSQL are installed');
  const cluster = await startCluster(programs, tmpdir());
  try {
    const [first, second] = [await createDatabase(cluster.url), await createDatabase(cluster.url)];
    return await benchServers(engine, [few, first], [many, second]);
  } finally {
    await cluster.remove();
  }
}

type ServerFacts = readonly (number | string)[];

/** Gives how many calls are beyond their limits. */
async function benchServers(engine: string, one: ServerFacts, other: ServerFacts): Promise<number> {
  const small = await forkServer<HistoryReady>('history/process.ts', one);
  const large = await forkServer<HistoryReady>('history/process.ts', other);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let beyond = 0;
  try {
    print(engine, `${few} rows`, `${many} rows`, 'ratio', 'at most', 'pause');
    const ofLarge = historyCalls(large.ready);
    for (const [place, call] of historyCalls(small.ready).entries()) {
      const pair = [call, ofLarge[place] ?? call] as const;
      if (!call.name.includes(option('only') ?? '')) continue;
      if (await isBeyond(pair, [small, large], agent)) beyond += 1;
    }
    return beyond;
  } finally {
    agent.destroy();
    small.stop();
    large.stop();
  }
}

type Pair<T> = readonly [T, T];

/** Measures one call in turns on both servers and prints it. */
async function isBeyond(
  [ofSmall, ofLarge]: Pair<HistoryCall>,
  [small, large]: Pair<ForkedServer<HistoryReady>>,
  agent: Agent,
): Promise<boolean> {
  const times: Pair<number[]> = [[], []];
  const beganAt = performance.now();
  let pauseMs = 0;
  for (let round = -2; round < ROUNDS; round += 1) {
    if (round > 2 && performance.now() - beganAt > ENOUGH_MS) break;
    await large.ask({});
    const took: Pair<number> = [
      await timeOf(ofSmall, { ready: small.ready, agent, round }),
      await timeOf(ofLarge, { ready: large.ready, agent, round }),
    ];
    const { longestMs } = await large.ask<{ longestMs: number }>({});
    if (round < 0) continue;
    pauseMs = Math.max(pauseMs, longestMs);
    for (const [place, ms] of took.entries()) times[place]?.push(ms);
  }
  const [short, long] = [median(times[0]), median(times[1])];
  const ratio = long / short;
  const slow = ratio > ofSmall.limit || pauseMs > PAUSE_MS;
  const limit = `${ofSmall.limit}${slow ? ' BEYOND' : ''}`;
  print(ofSmall.name, ms(short), ms(long), ratio.toFixed(2), limit, ms(pauseMs));
  return slow;
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}

function print(name: string, ...cells: readonly string[]): void {
  const padded = cells.map((cell) => cell.padStart(13));
  process.stdout.write(`${name.padEnd(48)}${padded.join('')}\n`);
}

interface Asking {
  readonly ready: HistoryReady;
  readonly agent: Agent;
  readonly round: number;
}

/** Milliseconds from the request to the end of its response. */
function timeOf(call: HistoryCall, { ready, agent, round }: Asking): Promise<number> {
  const { keys, token } = ready;
  const credential = call.asMachine ? token : keys.at(round % keys.length);
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
  const askedAt = performance.now();
  return new Promise((resolve, reject) => {
    const url = `${ready.baseUrl}${call.path}`;
    request(url, { method: 'POST', agent, headers }, (response) => {
      const { statusCode = 0 } = response;
      response.resume().on('end', () => {
        if (statusCode < 300) resolve(performance.now() - askedAt);
        else reject(new Error(`${call.name}: ${statusCode}`));
      });
    })
      .on('error', reject)
      .end(JSON.stringify(call.body));
  });
}

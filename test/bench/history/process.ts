// Forked by the benchmark of history: a server whose organisation has a year behind it.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import type { MachineReport } from '../../../src/contract/record/machine.ts';
import type { SyncRequest } from '../../../src/contract/sync.ts';
import { createKey } from '../../../src/server/admin/keys.ts';
import { formatId } from '../../../src/server/database/row-id.ts';
import { listMachines } from '../../../src/server/machines/machine-queries.ts';
import { type StartedServer, startServer } from '../../../src/server/start.ts';
import { machineReport, skillReport, syncRequest } from '../../support/sync-reports.ts';
import { tellLongestTurns } from '../longest-turn.ts';
import { type History, historyStatements, SKILLS } from './seed.ts';

const [dataFolder = '', rows = '1000', database] = process.argv.slice(2);
const MACHINES = 20;
/** So many that one after the other they stay below the requests of a minute. */
const KEYS = 60;

/** What the benchmark calls, and with what. */
export interface HistoryReady {
  readonly baseUrl: string;
  readonly keys: readonly string[];
  readonly token: string;
  readonly machine: string;
  readonly job: string;
  readonly machineJob: string;
  readonly command: string;
  readonly delivery: string;
  readonly machineDelivery: string;
}

const skills = Array.from({ length: SKILLS }, (_, place) =>
  skillReport({ name: `skill-${place}` }),
);

async function sync(baseUrl: string, token: string, report: MachineReport): Promise<void> {
  const body: SyncRequest = { ...syncRequest(Date.now()), report };
  const response = await fetch(`${baseUrl}/machine/v1/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`sync: ${response.status} ${await response.text()}`);
}

function start(): Promise<StartedServer> {
  const options = { listen: '127.0.0.1:0', dataFolder, demo: true };
  return startServer(database === undefined ? options : { ...options, database });
}

async function insertHistory(history: History): Promise<void> {
  if (database === undefined) {
    const file = new DatabaseSync(join(dataFolder, 'fleet.db'));
    file.exec('pragma synchronous = off; pragma cache_size = -1000000; begin');
    for (const statement of historyStatements(history)) file.exec(statement);
    file.exec('insert into deliveries_text (rowid, text) select id, search from deliveries');
    file.exec('commit; pragma wal_checkpoint(truncate)');
    file.close();
    return;
  }
  const client = new Client({ connectionString: database });
  await client.connect();
  for (const statement of historyStatements(history)) await client.query(statement);
  // What autovacuum does within a minute.
  await client.query('vacuum analyze');
  await client.end();
}

const first = await start();
const tokens: string[] = [];
for (let place = 0; place < MACHINES; place += 1) tokens.push(await first.pair(`build-${place}`));
for (const [place, token] of tokens.entries()) {
  await sync(first.baseUrl, token, machineReport({ hostname: `build-${place}`, skills }));
}
const [organisation, machines] = await first.service.store.read(async (db) => {
  const { id } = await db.selectFrom('organisations').select('id').executeTakeFirstOrThrow();
  return [id, await listMachines(db, id)] as const;
});
// The history stays, whatever rule a new organisation has.
await first.service.store.write(({ db }) =>
  db
    .updateTable('organisations')
    .set({ keep_jobs: null, keep_deliveries: null, keep_alerts: null, keep_audit: null })
    .execute(),
);
await first.close();
const ids = machines.map(({ id }) => id).reverse();
await insertHistory({ organisation, machines: ids, rows: Number(rows), untilMs: Date.now() });

const server = await start();
const { store } = server.service;
const admin = { store, actor: { kind: 'system', name: 'bench' } } as const;
const keys: string[] = [];
for (let number = 0; number < KEYS; number += 1) {
  keys.push((await createKey(admin, { name: `bench ${number}`, scope: 'fleet:admin' })).key);
}
const job = await store.read((db) =>
  db
    .selectFrom('jobs')
    .select(['id', 'machine_job_id'])
    .where('machine_job_id', '=', `m-${Number(rows) / 2}`)
    .executeTakeFirstOrThrow(),
);

tellLongestTurns();
const ready: HistoryReady = {
  baseUrl: server.baseUrl,
  keys,
  token: tokens[0] ?? '',
  machine: formatId('mac', ids[0] ?? 0),
  job: formatId('job', job.id),
  machineJob: job.machine_job_id ?? '',
  command: formatId('cmd', job.id + 1),
  delivery: formatId('del', job.id + 2),
  machineDelivery: `d-${Number(rows) / 2}`,
};
process.send?.(ready);

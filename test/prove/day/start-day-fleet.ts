import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startDemoFleet } from '../../../src/demo/fleet.ts';
import { listMachines } from '../../../src/server/machines/machine-queries.ts';
import { type StartedServer, startServer } from '../../../src/server/start.ts';
import { skillReport } from '../../support/sync-reports.ts';
import { startAnsweringMachine } from './answering-machine.ts';
import { type HistoricJob, jobHistory } from './job-history.ts';

const MINUTE_MS = 60_000;
/** Beside the four of the demonstration, which run real skills. */
const NAMES = ['web', 'db', 'edge', 'mac'].flatMap((kind) =>
  Array.from({ length: 9 }, (_, at) => `${kind}-${String(at + 1).padStart(2, '0')}`),
);
const AWAY = new Set(['edge-07', 'mac-03']);
const SKILLS = ['deploy-check', 'nightly-backup', 'renew-certificates', 'update-packages'];

interface DayFleet extends Pick<StartedServer, 'baseUrl'> {
  readonly keys: NonNullable<StartedServer['keys']>;
  stop(): Promise<void>;
}

/** A fleet of 40 machines with a month of jobs behind it, as an operator finds it in the morning. */
export async function startDayFleet(jobs: number): Promise<DayFleet> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'fleet-day-'));
  const ended = new AbortController();
  const server = await startServer({ listen: '127.0.0.1:0', dataFolder, demo: true });
  const { baseUrl, keys } = server;
  if (keys === undefined) throw new Error('the server made no keys');
  const demoAt = { baseUrl, folder: join(dataFolder, 'machines'), pair: server.pair };
  await (await startDemoFleet(demoAt)).stop();
  const demo = await startDemoFleet({ ...demoAt, withoutAway: true });
  for (const name of NAMES) {
    const token = await server.pair(name);
    const at = { baseUrl, token, signal: ended.signal, isAway: AWAY.has(name) };
    await startAnsweringMachine(at, reportOf(name));
  }
  await insertJobs(server, dataFolder, jobHistory(jobs));
  return {
    baseUrl,
    keys,
    async stop() {
      ended.abort();
      await demo.stop();
      await server.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

function reportOf(name: string) {
  const isFull = name === 'db-04';
  return {
    hostname: `${name}.example.com`,
    skills: SKILLS.map((skill) => skillReport({ name: skill })),
    checks: [
      isFull
        ? ({
            name: 'disk',
            state: 'failing',
            message: '97% full',
            fix: 'Remove old backups',
          } as const)
        : ({ name: 'disk', state: 'ok', message: 'enough room', fix: null } as const),
    ],
  };
}

/** By SQL, since reports of a machine are jobs of today. */
async function insertJobs(
  { service }: StartedServer,
  dataFolder: string,
  jobs: readonly HistoricJob[],
): Promise<void> {
  const { organisation, machines } = await service.store.read(async (db) => {
    const { id } = await db.selectFrom('organisations').select('id').executeTakeFirstOrThrow();
    const all = await listMachines(db, id);
    return { organisation: id, machines: all.filter(({ name }) => NAMES.includes(name)) };
  });
  const now = Date.now();
  const file = new DatabaseSync(join(dataFolder, 'fleet.db'));
  file.exec('pragma busy_timeout = 10000; begin immediate');
  const insert = file.prepare(`insert into jobs (organisation, id, machine, machine_job_id, skill,
    runner, model, title, "trigger", status, outcome, state, percent, cost_usd, tokens, failure,
    report, created_at, started_at, ended_at, activity_at, counted_at)
    values (?, ?, ?, ?, ?, ?, null, ?, ?, ?, ?, ?, ?, ?, null, ?, ?, ?, ?, ?, ?, ?)`);
  for (const [at, job] of jobs.entries()) {
    const { report, state } = job;
    const createdAt = Math.round(now - job.ageMinutes * MINUTE_MS);
    const activeAt = createdAt + job.tookMinutes * MINUTE_MS;
    const hasEnded = state === 'done' || state === 'failed';
    insert.run(
      organisation,
      createdAt * 2048 + (at % 2048),
      machines[at % machines.length]?.id ?? 0,
      report.machine_job_id,
      report.skill,
      report.runner,
      report.title,
      report.trigger,
      report.status,
      report.outcome,
      state,
      report.progress?.percent ?? null,
      report.cost_usd,
      report.failure === null ? null : JSON.stringify(report.failure),
      JSON.stringify({ ...report, started_at: new Date(createdAt).toISOString() }),
      createdAt,
      createdAt,
      hasEnded ? activeAt : null,
      activeAt,
      activeAt,
    );
  }
  file.exec('commit');
  // A machine that is away has been for hours.
  const away = [...AWAY].map((name) => `'${name}'`).join(', ');
  file.exec(`update machines set last_sync_at = ${now - 190 * MINUTE_MS} where name in (${away})`);
  file.close();
}

import type { QueuedCommand, SyncResponse } from '../../../src/contract/sync.ts';
import { runReport, syncRequest } from '../../support/sync-reports.ts';
import { pickOne } from '../seeded-random.ts';
import type { Figure, Scene } from './proof.ts';
import { send } from './send.ts';
import { makeTenant, syncOf, type Tenant, type TenantMachine } from './tenant.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const RUNS = 5;

/** How far a machine's clock is off at its n-th sync. */
const CLOCKS: Readonly<Record<string, (sync: number) => number>> = {
  right: () => 0,
  'a day ahead': () => DAY_MS,
  'a day behind': () => -DAY_MS,
  'stepping back': (sync) => -sync * HOUR_MS,
};

/** Machines whose clocks are wrong: expiry, order and alerts are those of one whose clock is right. */
export async function skewClocks(scene: Scene): Promise<{ done: string; figures: Figure[] }> {
  const { deployment, random } = scene;
  const names = Object.keys(CLOCKS);
  const tenant = await makeTenant(deployment, { calls: 500, machines: names.length });
  const server = (): string => pickOne(random, deployment.servers).baseUrl;
  const seen: string[] = [];
  for (const [at, name] of names.entries()) {
    const machine = tenant.machines[at] as TenantMachine;
    seen.push(await play({ tenant, machine, server, offMs: CLOCKS[name] ?? (() => 0) }));
  }
  return {
    done: `${RUNS} runs on each of four machines with clocks ${names.join(', ')}.`,
    figures: [
      {
        name: 'machines whose clock changed expiry, order or alerts',
        value: seen.filter((one) => one !== seen[0]).length,
        limit: { atMost: 0 },
      },
    ],
  };
}

interface Play {
  readonly tenant: Tenant;
  readonly machine: TenantMachine;
  readonly server: () => string;
  readonly offMs: (sync: number) => number;
}

/** Queues runs, has the machine take and end them, and gives what callers see of it. */
async function play({ machine, offMs, server, tenant }: Play): Promise<string> {
  let syncs = 0;
  const sync = async (additions: (at: string) => object): Promise<readonly QueuedCommand[]> => {
    syncs += 1;
    const now = Date.now() + offMs(syncs);
    const body = { ...syncRequest(now), ...additions(new Date(now).toISOString()) };
    const answer = await send(server(), { ...syncOf(machine.token), body });
    if (answer?.status !== 200) throw new Error(`sync: ${answer?.status} ${answer?.text}`);
    return (answer.body as SyncResponse).commands;
  };
  const jobs: string[] = [];
  while (jobs.length < RUNS) {
    const run = { machine: machine.id, skill: 'deploy-check' };
    jobs.push((await tenant.tool(server(), 'run_skill', run))?.body.job);
  }
  const commands = await sync(() => ({}));
  const inTime = commands.filter(({ expires_in_seconds: left }) => left > 570 && left <= 600);
  const changes = { status: 'succeeded', outcome: 'done' } as const;
  await sync((at) => ({
    jobs: jobs.map((job) =>
      runReport(job, { ...changes, started_at: at, ended_at: at, updated_at: at }),
    ),
    results: commands.map(({ id, args }) => ({
      command: id,
      error: null,
      result: { machine_job_id: `m-${args['job']}` },
    })),
  }));
  const listed = await tenant.tool(server(), 'list_jobs', { machine: machine.id });
  const alerts = await tenant.tool(server(), 'list_alerts', {});
  const ids: string[] = listed?.body.jobs.map(({ id }: { id: string }) => id);
  const places = ids.map((id) => jobs.indexOf(id));
  const statuses = listed?.body.jobs.map(({ status }: { status: string }) => status);
  return JSON.stringify([inTime.length, places, statuses, alerts?.body.alerts.length]);
}

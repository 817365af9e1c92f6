import { syncRequest } from '../../support/sync-reports.ts';
import { pickOne } from '../seeded-random.ts';
import { fragilePostgres, fragileSqlite, type Outage } from './outages.ts';
import { type Figure, type Findings, type Proof, part, pause, percentile } from './proof.ts';
import { type Answer, send } from './send.ts';
import { makeTenant, syncOf, type Tenant } from './tenant.ts';

const REQUESTS = 20_000;
const AT_ONCE = 64;
const CALM_AT_ONCE = 4;
const NORMAL_AGAIN_MS = 5000;

interface Asking {
  readonly tenant: Tenant;
  readonly job: string;
  readonly server: () => string;
  readonly random: () => number;
}

/** The database goes away in every way: all that valid keys hear is 503 with `Retry-After`, soon. */
export const honestOutage: Proof = {
  number: 5,
  title: '503 honesty',
  async prove(scene): Promise<Findings> {
    const isSqlite = scene.deployment.engine === 'sqlite';
    const fragile = await (isSqlite ? fragileSqlite(scene) : fragilePostgres(scene));
    const { deployment, leftOut, outages } = fragile;
    const { random } = scene;
    try {
      const count = Math.ceil(part(REQUESTS, scene.scale, 40) / outages.length);
      const tenant = await makeTenant(deployment, { calls: count * 4 * outages.length + 4000 });
      const server = (): string => pickOne(random, deployment.servers).baseUrl;
      const run = { machine: 'build-000', skill: 'deploy-check' };
      const job = (await tenant.tool(server(), 'run_skill', run))?.body.job;
      const asking = { tenant, job, server, random };
      await ask(asking, count, CALM_AT_ONCE);
      const calm = await ask(asking, count, CALM_AT_ONCE);
      const runs: Run[] = [];
      for (const outage of outages) runs.push(await suffer(asking, outage, count));
      const names = outages.map(({ name }) => name).join(', ');
      return {
        done: [`${count} mixed requests during each of: ${names}.`, ...leftOut, ...runs.map(told)],
        figures: figuresOf(runs, percentile(calm.map(tookMs), 0.99)),
      };
    } finally {
      await fragile.remove();
    }
  },
};

interface Run {
  readonly name: string;
  readonly during: readonly (Answer | undefined)[];
  readonly firstMs: number;
  readonly normalP99Ms: number;
}

async function suffer(asking: Asking, outage: Outage, count: number): Promise<Run> {
  await outage.begin();
  const during = await ask(asking, count, AT_ONCE);
  await outage.end();
  const backAt = performance.now();
  let isBack = false;
  while (!isBack) {
    const answers = await Promise.all([read(asking), write(asking)]);
    isBack = answers.every((answer) => answer !== undefined && answer.status < 300);
    if (!isBack) await pause(20);
    if (performance.now() - backAt > 60_000)
      throw new Error(`${outage.name}: not back in a minute`);
  }
  const firstMs = performance.now() - backAt;
  await pause(Math.max(0, NORMAL_AGAIN_MS - firstMs));
  const after = await ask(asking, Math.min(count, 400), CALM_AT_ONCE);
  return { name: outage.name, during, firstMs, normalP99Ms: percentile(after.map(tookMs), 0.99) };
}

async function ask(asking: Asking, count: number, atOnce: number) {
  const answers: (Answer | undefined)[] = [];
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      const request = pickOne(asking.random, [read, list, write, command, sync]);
      answers.push(await request(asking));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return answers;
}

type Request = (asking: Asking) => Promise<Answer | undefined>;

const read: Request = ({ job, server, tenant }) =>
  send(server(), { path: `/api/v1/jobs/${job}`, bearer: tenant.key() });
const list: Request = ({ server, tenant }) => tenant.tool(server(), 'list_jobs', { limit: 5 });
const write: Request = ({ server, tenant }) =>
  tenant.tool(server(), 'run_skill', { machine: 'build-000', skill: 'deploy-check' });
const command: Request = ({ server, tenant }) =>
  tenant.tool(server(), 'send_command', { machine: 'build-000', type: 'ping' });
const sync: Request = ({ server, tenant }) =>
  send(server(), { ...syncOf(tenant.machines[0]?.token ?? ''), body: syncRequest(Date.now()) });

function tookMs(answer: Answer | undefined): number {
  return answer?.tookMs ?? Number.POSITIVE_INFINITY;
}

function told({ during, firstMs, name, normalP99Ms }: Run): string {
  const unavailable = during.filter((answer) => answer?.status === 503).length;
  const longest = Math.round(Math.max(...during.map(tookMs)));
  return (
    `${name}: ${unavailable} of ${during.length} were 503, longest ${longest} ms, ` +
    `back after ${Math.round(firstMs)} ms, p99 then ${Math.round(normalP99Ms)} ms.`
  );
}

function figuresOf(runs: readonly Run[], calmMs: number): readonly Figure[] {
  const during = runs.flatMap((run) => run.during);
  const unlike = (answer: Answer | undefined) =>
    answer === undefined || ![200, 202, 503].includes(answer.status);
  const bare = (answer: Answer | undefined) =>
    answer?.status === 503 && answer.headers['retry-after'] === undefined;
  const most = (values: readonly number[]) => Math.max(...values);
  return [
    {
      name: 'answers other than 200, 202 and 503',
      value: during.filter(unlike).length,
      limit: { atMost: 0 },
    },
    { name: '503 without Retry-After', value: during.filter(bare).length, limit: { atMost: 0 } },
    {
      name: 'answered, longest',
      value: most(during.map(tookMs)),
      unit: 'ms',
      limit: { atMost: 3000 },
      timed: true,
    },
    {
      name: 'first success after return, longest',
      value: most(runs.map(({ firstMs }) => firstMs)),
      unit: 'ms',
      limit: { atMost: 1000 },
      timed: true,
    },
    {
      name: 'p99 five seconds later, of that before',
      value: most(runs.map(({ normalP99Ms }) => normalP99Ms)) / calmMs,
      unit: 'x',
      limit: { atMost: 2 },
      timed: true,
    },
  ];
}

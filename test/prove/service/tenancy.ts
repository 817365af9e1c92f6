import type { SyncResponse } from '../../../src/contract/sync.ts';
import { deliveryReport, jobReport, syncRequest } from '../../support/sync-reports.ts';
import { pickOne } from '../seeded-random.ts';
import { type Figure, part, type Scene } from './proof.ts';
import { type Answer, send } from './send.ts';
import { makeTenant, syncOf, type Tenant } from './tenant.ts';

const PROBES = 10_000;
/** Chance of so clear a difference between two that are the same. */
const P_LEAST = 0.01;

interface Probe {
  readonly tool: string;
  readonly input: (id: string) => object;
  readonly theirs: string;
}

/** Ids of another organisation are answered as unknown ones are: the same bytes, after the same time. */
export async function probeTenancy(scene: Scene): Promise<{ done: string; figures: Figure[] }> {
  const { deployment, random, scale } = scene;
  const count = part(PROBES, scale, 30);
  const theirs = await makeTenant(deployment, { calls: 100 });
  const own = await makeTenant(deployment, { calls: count * 2 + 100 });
  const server = (): string => pickOne(random, deployment.servers).baseUrl;
  const probes = await probesOf(theirs, server());
  let different = 0;
  let slower = 0;
  let faster = 0;
  for (let number = 0; number < count; number += 1) {
    const probe = probes[number % probes.length] as Probe;
    const baseUrl = server();
    const key = own.key(2);
    const isFirst = random() < 0.5;
    const ids = [probe.theirs, unknownLike(probe.theirs)];
    const answers: (Answer | undefined)[] = [];
    for (const id of isFirst ? ids : ids.toReversed()) {
      answers.push(await own.tool(baseUrl, probe.tool, probe.input(id), key));
    }
    const [one, other] = isFirst ? answers : answers.toReversed();
    if (one?.status !== 404 || said(one, ids[0]) !== said(other, ids[1])) different += 1;
    if ((one?.tookMs ?? 0) > (other?.tookMs ?? 0)) slower += 1;
    else faster += 1;
  }
  const chance = signTest(slower, faster);
  return {
    done: `${count} ids of another organisation, of ${probes.length} kinds, each beside an unknown one.`,
    figures: [
      { name: 'foreign ids answered unlike unknown ones', value: different, limit: { atMost: 0 } },
      {
        name: 'chance of their difference in time',
        value: chance,
        limit: { atLeast: P_LEAST },
        timed: true,
      },
    ],
  };
}

/** Something of every kind that has an id. */
async function probesOf(theirs: Tenant, baseUrl: string): Promise<readonly Probe[]> {
  const [machine] = theirs.machines;
  const job = jobReport({ machine_job_id: 'their-job' });
  const deliveries = [deliveryReport({ machine_job_id: 'their-job' })];
  const body = { ...syncRequest(Date.now()), jobs: [job], deliveries };
  const synced = await send(baseUrl, { ...syncOf(machine?.token ?? ''), body });
  const ran = await theirs.tool(baseUrl, 'run_skill', {
    machine: machine?.id,
    skill: 'deploy-check',
  });
  const issue = await theirs.tool(baseUrl, 'report_issue', { title: 'Theirs' });
  const listed = await theirs.tool(baseUrl, 'list_deliveries', {});
  if (synced?.status !== 200) throw new Error(`sync: ${synced?.text}`);
  const { machine: machineId } = synced.body as SyncResponse;
  const jobId: string = ran?.body.job;
  return [
    { tool: 'get_machine', theirs: machineId, input: (id) => ({ machine: id }) },
    { tool: 'rename_machine', theirs: machineId, input: (id) => ({ machine: id, name: 'x' }) },
    { tool: 'get_job', theirs: jobId, input: (id) => ({ job: id }) },
    { tool: 'cancel_job', theirs: jobId, input: (id) => ({ job: id }) },
    { tool: 'get_command', theirs: ran?.body.command_id, input: (id) => ({ command: id }) },
    {
      tool: 'get_delivery',
      theirs: listed?.body.deliveries[0].id,
      input: (id) => ({ delivery: id }),
    },
    { tool: 'get_issue', theirs: issue?.body.issue.id, input: (id) => ({ issue: id }) },
  ];
}

/** Of the same shape and time, in a slot that gave no id. */
function unknownLike(id: string): string {
  return `${id.slice(0, -2)}${id.endsWith('zz') ? 'zy' : 'zz'}`;
}

function said(answer: Answer | undefined, id: string | undefined): string {
  const text = `${answer?.status} ${answer?.text}`.replaceAll(/"request_id":"[^"]*"/g, '');
  return text.replaceAll(id ?? '', 'it');
}

/** Two-sided, by the normal approximation of the binomial distribution. */
function signTest(one: number, other: number): number {
  const z = Math.abs(one - other) / Math.sqrt(one + other);
  return 2 * (1 - normalDistribution(z));
}

/** Abramowitz and Stegun, 26.2.17: to seven digits. */
function normalDistribution(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  return 1 - density * series.reduce((sum, factor, at) => sum + factor * t ** (at + 1), 0);
}

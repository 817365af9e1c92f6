import { formatId } from '../../../src/server/database/row-id.ts';
import { pickOne } from '../seeded-random.ts';
import type { Deployment } from './deployment.ts';
import { type Findings, type Proof, part, pause } from './proof.ts';
import { killAtRandom } from './random-kills.ts';
import { makeTenant, type Tenant } from './tenant.ts';

const KILLS = 200;
const WRITERS = 16;
const CALLS_BETWEEN_KILLS = 2000;

/** Servers are killed under writers: what was acknowledged is there, whole. */
export const killDurability: Proof = {
  number: 1,
  title: 'kill -9 durability',
  async prove({ deployment, random, scale }): Promise<Findings> {
    const kills = part(KILLS, scale, 2);
    const tenant = await makeTenant(deployment, { calls: kills * CALLS_BETWEEN_KILLS });
    const killing = killAtRandom(deployment, random, { kills, everyMs: [50, 500] });
    const written = await write(deployment, tenant, { random, until: killing.done });
    const found = await stored(deployment, tenant.organisation);
    const lost = written.ids.filter((id) => !found.ids.has(id)).length;
    return {
      done: [
        `${kills} kills under ${WRITERS} writers, ${deployment.servers.length} server(s): ` +
          `${written.ids.length} ids acknowledged, ${written.unanswered} requests without an answer.`,
      ],
      figures: [
        { name: 'acknowledged ids that are lost', value: lost, limit: { atMost: 0 } },
        {
          name: 'jobs without their command, or their entry',
          value: found.holes,
          limit: { atMost: 0 },
        },
        { name: 'answers other than 202 and 503', value: written.others, limit: { atMost: 0 } },
        { name: 'faults of the integrity check', value: found.faults, limit: { atMost: 0 } },
        {
          name: 'ready again, longest',
          value: Math.max(...killing.readyMs),
          unit: 'ms',
          limit: { atMost: 1000 },
          timed: true,
        },
      ],
    };
  },
};

interface Written {
  readonly ids: string[];
  unanswered: number;
  others: number;
}

async function write(
  { servers }: Deployment,
  tenant: Tenant,
  { random, until }: { readonly random: () => number; readonly until: Promise<void> },
): Promise<Written> {
  const written: Written = { ids: [], unanswered: 0, others: 0 };
  let over = false;
  const writer = async (): Promise<void> => {
    while (!over) {
      const run = { machine: 'build-000', skill: 'deploy-check' };
      const answer = await tenant.tool(pickOne(random, servers).baseUrl, 'run_skill', run);
      if (answer?.status === 202) written.ids.push(answer.body.job, answer.body.command_id);
      else if (answer === undefined) written.unanswered += 1;
      else if (answer.status !== 503 && answer.status !== 429) written.others += 1;
      if (answer?.status !== 202) await pause(20);
    }
  };
  const writers = Array.from({ length: WRITERS }, writer);
  try {
    await until;
  } finally {
    over = true;
  }
  await Promise.all(writers);
  return written;
}

/** Every id that the database has, and what does not fit together in it. */
async function stored({ engine, sql }: Deployment, organisation: number) {
  const of = `where organisation = ${organisation}`;
  const jobs = await sql(`select id from jobs ${of}`);
  const commands = await sql(`select id, job from commands ${of}`);
  const entries = await sql(`select job from audit ${of} and action = 'skill.run'`);
  const ofCommands = new Set(commands.map(({ job }) => job));
  const ofEntries = new Set(entries.map(({ job }) => job));
  const integrity = engine === 'sqlite' ? await sql('pragma integrity_check') : [];
  return {
    ids: new Set([
      ...jobs.map(({ id }) => formatId('job', id)),
      ...commands.map(({ id }) => formatId('cmd', id)),
    ]),
    holes:
      jobs.filter(({ id }) => !ofCommands.has(id) || !ofEntries.has(id)).length +
      Math.abs(jobs.length - commands.length),
    faults: integrity.filter(({ integrity_check: said }) => said !== 'ok').length,
  };
}

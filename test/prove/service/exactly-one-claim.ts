import { parseId } from '../../../src/server/database/row-id.ts';
import { pickOne } from '../seeded-random.ts';
import type { Deployment } from './deployment.ts';
import { type Findings, type Proof, part, pause } from './proof.ts';
import { type PullingMachine, startPullingMachine } from './pulling-machine.ts';
import { killAtRandom } from './random-kills.ts';
import { makeTenant, type Tenant } from './tenant.ts';

const MACHINES = 100;
const COMMANDS = 100_000;
const SENDERS = 16;
const EXPIRING = 1000;
const LAST_RESULTS_MS = 60_000;
const TTL_MS = 600_000;
const EXPIRY_SLACK_MS = 1000;

/** Machines pull while servers are killed: each command runs once, none is lost, expiry is in time. */
export const exactlyOneClaim: Proof = {
  number: 2,
  title: 'exactly one claim',
  async prove({ deployment, random, scale }): Promise<Findings> {
    const count = part(COMMANDS, scale);
    const machineCount = Math.min(MACHINES, part(MACHINES, scale * 10, 5));
    const tenant = await makeTenant(deployment, { calls: count * 2, machines: machineCount });
    const server = (): string => pickOne(random, deployment.servers).baseUrl;
    const machines = tenant.machines.map(({ token }) => startPullingMachine({ token, server }));
    const kills = part(COMMANDS / 1000, scale, 1);
    const killing = killAtRandom(deployment, random, { kills, everyMs: [300, 1500] });
    const sent = await sendCommands(tenant, { count, server, random });
    await killing.stop();
    const open = await untilFinished(deployment, tenant);
    await Promise.all(machines.map((machine) => machine.stop()));
    const expiry = await expire(deployment, tenant, { count: part(EXPIRING, scale, 5), server });
    const ran = machines.flatMap((machine) => [...machine.ran.keys()]);
    const known = new Set(ran);
    return {
      done: [
        `${sent.length} commands acknowledged to ${machines.length} machines over ` +
          `${deployment.servers.length} server(s), ${killing.readyMs.length} of them killed; ` +
          `${expiry.count} commands expired.`,
      ],
      figures: [
        { name: 'commands that ran twice', value: twice(machines), limit: { atMost: 0 } },
        {
          name: 'commands lost',
          value: sent.filter((id) => !known.has(id)).length,
          limit: { atMost: 0 },
        },
        { name: 'commands without an end', value: open, limit: { atMost: 0 } },
        { name: 'lifetimes other than ten minutes', value: expiry.others, limit: { atMost: 0 } },
        {
          name: 'expired before or after its time, longest',
          value: expiry.offMs,
          unit: 'ms',
          limit: { atMost: EXPIRY_SLACK_MS },
          timed: true,
        },
      ],
    };
  },
};

/** Handed out again after an answered sync had named it, or to two machines. */
function twice(machines: readonly PullingMachine[]): number {
  const all = machines.flatMap(({ ran }) => [...ran.keys()]);
  return all.length - new Set(all).size + machines.flatMap(({ again }) => again).length;
}

interface Sending {
  readonly count: number;
  readonly server: () => string;
  readonly random: () => number;
}

async function sendCommands(tenant: Tenant, { count, random, server }: Sending): Promise<string[]> {
  const sent: string[] = [];
  const sender = async (): Promise<void> => {
    while (sent.length < count) {
      const { name } = pickOne(random, tenant.machines);
      const answer = await tenant.tool(server(), 'send_command', { machine: name, type: 'ping' });
      if (answer?.status === 202) sent.push(answer.body.command_id);
      else await pause(20);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return sent;
}

/** Waits for the last results; gives how many commands have none. */
async function untilFinished({ sql }: Deployment, { organisation }: Tenant): Promise<number> {
  const giveUpAt = performance.now() + LAST_RESULTS_MS;
  for (;;) {
    const [row] = await sql(
      `select count(*) as open from commands
       where organisation = ${organisation} and status <> 'succeeded'`,
    );
    if (row.open === 0 || performance.now() > giveUpAt) return row.open;
    await pause(100);
  }
}

/** Commands that nobody collects, made ten minutes older, expire when their time is over. */
async function expire(
  { sql }: Deployment,
  tenant: Tenant,
  { count, server }: { readonly count: number; readonly server: () => string },
) {
  const [machine] = tenant.machines;
  const ids: number[] = [];
  while (ids.length < count) {
    const ping = { machine: machine?.name, type: 'ping' };
    const answer = await tenant.tool(server(), 'send_command', ping);
    if (answer?.status === 202) ids.push(parseId('cmd', answer.body.command_id) ?? 0);
  }
  const these = `organisation = ${tenant.organisation} and id in (${ids.join(', ')})`;
  const lifetimes = await sql(
    `select expires_at - created_at as life from commands where ${these}`,
  );
  const earlier = TTL_MS - 3000;
  await sql(
    `update commands set created_at = created_at - ${earlier},
     expires_at = expires_at - ${earlier} where ${these}`,
  );
  const rows = await untilExpired(sql, these, count);
  return {
    count: rows.length,
    others: lifetimes.filter(({ life }) => life !== TTL_MS).length + count - rows.length,
    offMs: Math.max(...rows.map((row) => Math.abs(row.finished_at - row.expires_at))),
  };
}

async function untilExpired(sql: Deployment['sql'], these: string, count: number) {
  const giveUpAt = performance.now() + 30_000;
  for (;;) {
    const rows = await sql(
      `select finished_at, expires_at from commands where ${these} and status = 'expired'`,
    );
    if (rows.length === count || performance.now() > giveUpAt) return rows;
    await pause(200);
  }
}

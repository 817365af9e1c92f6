import type { SyncResponse } from '../../../src/contract/sync.ts';
import { syncRequest } from '../../support/sync-reports.ts';
import { pickOne } from '../seeded-random.ts';
import { pause, type Scene } from './proof.ts';
import { send } from './send.ts';
import { CALLS_OF_KEY, makeTenant, syncOf, type Tenant, type TenantMachine } from './tenant.ts';

const WAITERS = 50;
const AT_ONCE = 4;
const RACES_OF_KEY = Math.floor(CALLS_OF_KEY / (WAITERS + 1));
const WAIT_SECONDS = 20;
/** A wait that took longer was not woken: it ended by its time. */
const WOKEN_WITHIN_MS = 10_000;
const JITTER_MS = 8;

/** Waits for commands that begin just before, while and just after the command ends. */
export async function raceWakes({ deployment, random }: Scene, count: number) {
  const tenant = await makeTenant(deployment, { calls: count * 1.2 + 2000, machines: AT_ONCE });
  const race: Race = {
    tenant,
    random,
    server: () => pickOne(random, deployment.servers).baseUrl,
  };
  let done = 0;
  let lost = 0;
  const worker = async (machine: TenantMachine): Promise<void> => {
    while (done < count) {
      // A key's requests that are held at once are limited, so that each worker has its own.
      const key = tenant.key(CALLS_OF_KEY);
      for (let races = 0; races < RACES_OF_KEY && done < count; races += 1) {
        done += WAITERS;
        lost += await raceOnce(machine, key, race);
      }
    }
  };
  await Promise.all(tenant.machines.map(worker));
  return { count: done, lost };
}

interface Race {
  readonly tenant: Tenant;
  readonly random: () => number;
  readonly server: () => string;
}

/** One command, very many waits for it; gives how many were not woken. */
async function raceOnce(
  machine: TenantMachine,
  key: string,
  { random, server, tenant }: Race,
): Promise<number> {
  const ping = { machine: machine.name, type: 'ping' };
  const sent = await tenant.tool(server(), 'send_command', ping, key);
  const collected = await sync(server(), machine, {});
  const [command] = ((collected?.body ?? { commands: [] }) as SyncResponse).commands;
  if (command === undefined) throw new Error(`a command did not arrive: ${sent?.text}`);
  const path = `/api/v1/commands/${command.id}?wait=${WAIT_SECONDS}`;
  const waits = Array.from({ length: WAITERS }, async () => {
    await pause(random() * JITTER_MS);
    return send(server(), { path, bearer: key });
  });
  await pause(random() * JITTER_MS);
  const results = [{ command: command.id, error: null, result: { pong: true } }];
  await sync(server(), machine, { results });
  const answers = await Promise.all(waits);
  return answers.filter(
    (answer) => answer?.body.status !== 'succeeded' || answer.tookMs > WOKEN_WITHIN_MS,
  ).length;
}

function sync(baseUrl: string, { token }: TenantMachine, additions: object) {
  return send(baseUrl, { ...syncOf(token), body: { ...syncRequest(Date.now()), ...additions } });
}

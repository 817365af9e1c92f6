import { issueKey } from '../../../src/server/access/issue-key.ts';
import { formatId } from '../../../src/server/database/row-id.ts';
import { pairMachine } from '../../../src/server/machines/pair-machine.ts';
import { insertOrganisation } from '../../../src/server/organisation/organisation-queries.ts';
import { machineReport, syncRequest } from '../../support/sync-reports.ts';
import type { Deployment } from './deployment.ts';
import { type Answer, type Sent, send } from './send.ts';

/** A key answers 600 requests a minute: one that gave so many is put away. */
export const CALLS_OF_KEY = 550;

/** An organisation with keys for very many calls, and machines that have reported. */
export interface Tenant {
  readonly organisation: number;
  readonly machines: readonly TenantMachine[];
  /** A key that can make so many calls more. */
  key(calls?: number): string;
  /** `POST /api/v1/tools/{name}` at a server. */
  tool(baseUrl: string, name: string, input: object, key?: string): Promise<Answer | undefined>;
}

export interface TenantMachine {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

export interface TenantOptions {
  /** How many calls its keys shall have. */
  readonly calls: number;
  readonly machines?: number;
}

let made = 0;

/** Makes the organisation as `fleet admin` does, beside the running servers. */
export async function makeTenant(
  deployment: Deployment,
  { calls, machines: count = 1 }: TenantOptions,
): Promise<Tenant> {
  made += 1;
  const slug = `tenant-${process.pid}-${made}`;
  const actor = { kind: 'system', id: null, name: 'proof' } as const;
  const tenant = await deployment.admin(async (store) => {
    const { id: organisation } = await store.write((tx) =>
      insertOrganisation(tx, { slug, name: slug }),
    );
    const keys = await store.write(async (transaction) => {
      const issued: string[] = [];
      const facts = { organisation, name: slug, scope: 'fleet:admin', expiresAt: null } as const;
      for (let at = 0; at < Math.ceil(calls / CALLS_OF_KEY) + 1; at += 1) {
        issued.push((await issueKey(transaction, facts)).text);
      }
      return issued;
    });
    const machines: TenantMachine[] = [];
    for (let at = 0; at < count; at += 1) {
      const name = `build-${String(at).padStart(3, '0')}`;
      const { machine, token } = await pairMachine(store, { organisation, name, actor });
      machines.push({ id: formatId('mac', machine.id), name, token });
    }
    return { organisation, keys, machines };
  });
  await Promise.all(tenant.machines.map(({ token }) => firstSync(deployment, token)));
  const key = keyRing(tenant.keys);
  return {
    ...tenant,
    key,
    tool: (baseUrl, name, input, own = key()) =>
      send(baseUrl, { path: `/api/v1/tools/${name}`, bearer: own, body: input }),
  };
}

/** Its report says that the machine is in control mode. */
async function firstSync({ servers }: Deployment, token: string): Promise<void> {
  const body = { ...syncRequest(Date.now()), report: machineReport() };
  const answer = await send(servers[0]?.baseUrl ?? '', { ...syncOf(token), body });
  if (answer?.status !== 200) throw new Error(`first sync: ${answer?.status} ${answer?.text}`);
}

export function syncOf(token: string): Pick<Sent, 'path' | 'bearer' | 'method'> {
  return { path: '/machine/v1/sync', bearer: token, method: 'POST' };
}

function keyRing(keys: readonly string[]): Tenant['key'] {
  let place = 0;
  let used = 0;
  return (calls = 1) => {
    if (used + calls > CALLS_OF_KEY) {
      place = (place + 1) % keys.length;
      used = 0;
    }
    used += calls;
    return keys[place] as string;
  };
}

import { once } from 'node:events';
import { request } from 'node:http';
import { databaseUsage } from './database-usage.ts';
import { type Deployment, KEYS, MACHINES } from './deployment.ts';

/** One call of an operation, the `place`th, at this server. */
export type CallOnce = (deployment: Deployment, url: string, place: number) => Promise<void>;

/** What is called, by whom. */
export interface Load {
  /** So many of the processes are called in turn. */
  readonly processes: number;
  readonly callers: number;
  readonly calls: number;
  readonly call: CallOnce;
}

/** What a round took: time and CPU of all its calls, and the share of transactions that were rolled back. */
export interface Round {
  readonly ms: number;
  readonly cpuMicros: number;
  readonly rolledBack: number;
}

/** Calls and measures. The CPU is that of all processes and of the database. */
export async function measure(deployment: Deployment, load: Load): Promise<Round> {
  const { urls, database } = deployment;
  const before = { ...(await databaseUsage(database)), servers: await serverCpu(deployment) };
  const startedAt = performance.now();
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < load.calls) {
      const place = next;
      next += 1;
      await load.call(deployment, urls[place % load.processes] ?? '', place);
    }
  };
  await Promise.all(Array.from({ length: load.callers }, caller));
  const ms = performance.now() - startedAt;
  const servers = (await serverCpu(deployment)) - before.servers;
  const after = await databaseUsage(database);
  const rolledBack = after.rolledBack - before.rolledBack;
  const all = after.committed - before.committed + rolledBack;
  return {
    ms,
    cpuMicros: servers + after.cpuMicros - before.cpuMicros,
    rolledBack: rolledBack / all,
  };
}

async function serverCpu({ processes }: Deployment): Promise<number> {
  let all = 0;
  for (const child of processes) {
    const answer = once(child, 'message') as Promise<[{ cpuMicros: number }]>;
    child.send({});
    all += (await answer)[0].cpuMicros;
  }
  return all;
}

export const runSkill: CallOnce = (deployment, url, place) => {
  const machine = `build-${place % MACHINES}`;
  const input = { machine, skill: 'deploy-check', wait_seconds: 0 };
  const credential = deployment.keys[place % KEYS] ?? '';
  return post(`${url}/api/v1/tools/run_skill`, credential, { deployment, input });
};

export const sync: CallOnce = (deployment, url, place) => {
  const input = {
    sent_at: new Date().toISOString(),
    wait_seconds: 0,
    jobs: [],
    holding: [],
    results: [],
    events_waiting: 0,
  };
  const credential = deployment.tokens[place % MACHINES] ?? '';
  return post(`${url}/machine/v1/sync`, credential, { deployment, input });
};

function post(
  url: string,
  credential: string,
  { deployment, input }: { readonly deployment: Deployment; readonly input: object },
): Promise<void> {
  const { agent } = deployment;
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (response) => {
      if ((response.statusCode ?? 500) > 299) reject(new Error(`status ${response.statusCode}`));
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end(JSON.stringify(input));
  });
}

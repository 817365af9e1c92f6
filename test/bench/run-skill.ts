import { Agent, request } from 'node:http';
import { forkServer } from './forked-server.ts';
import { type Measurement, median } from './measurement.ts';

const ROUNDS = 5;
const CALLS = 2048;
const CALLERS = 64;
/** So many that each stays below the requests of a minute. */
const KEYS = 80;

interface Ready {
  readonly baseUrl: string;
  readonly keys: readonly string[];
}

/** As bare SQLite waits for the disk: at each commit as the server does, or at its checkpoints. */
const BARE = ['full', 'normal'] as const;

/** Time of `run_skill` for many callers at once on SQLite, beside the same rows one transaction each. */
export async function benchRunSkill(): Promise<readonly Measurement[]> {
  const forked = await forkServer<Ready>('run-skill-process.ts', [KEYS]);
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const ratios = new Map<string, number[]>(BARE.map((synchronous) => [synchronous, []]));
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      const oursMs = await timeOfCalls(forked.ready, agent);
      for (const synchronous of BARE) {
        const { tookMs } = await forked.ask<{ tookMs: number }>({ synchronous, count: CALLS });
        if (round >= 0) ratios.get(synchronous)?.push(oursMs / tookMs);
      }
    }
  } finally {
    agent.destroy();
    forked.stop();
  }
  return BARE.map((synchronous) => ({
    name: 'time of run_skill, 64 callers, SQLite',
    baseline: `bare SQLite, one transaction each, synchronous = ${synchronous}`,
    ratio: median(ratios.get(synchronous) ?? []),
    limit: 3.33,
  }));
}

async function timeOfCalls({ baseUrl, keys }: Ready, agent: Agent): Promise<number> {
  let left = CALLS;
  const beganAt = performance.now();
  const caller = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await runSkill(baseUrl, keys[left % keys.length] ?? '', agent);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return performance.now() - beganAt;
}

function runSkill(baseUrl: string, key: string, agent: Agent): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const url = `${baseUrl}/api/v1/tools/run_skill`;
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 202) reject(new Error(`status ${response.statusCode}`));
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end('{"machine":"build-01","skill":"deploy-check","payload":{"ref":"main"}}');
  });
}

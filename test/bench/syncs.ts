import { Agent, request } from 'node:http';
import { type ForkedServer, forkServer } from './forked-server.ts';
import { type Measurement, median } from './measurement.ts';

const FEW = 100;
const MANY = 1000;
const ROUNDS = 5;
const SYNCS = 2000;
const AT_ONCE = 16;

interface Ready {
  readonly baseUrl: string;
  readonly tokens: readonly string[];
}

/** CPU of the service for one machine's sync among a thousand machines, beside a hundred. */
export async function benchSyncs(): Promise<readonly Measurement[]> {
  const few = await forkServer<Ready>('machines-process.ts', [FEW]);
  const many = await forkServer<Ready>('machines-process.ts', [MANY]);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  try {
    const ratios: number[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const ofFew = await cpuOf(few, agent);
      const ratio = (await cpuOf(many, agent)) / ofFew;
      if (round >= 0) ratios.push(ratio);
    }
    const name = 'CPU of a sync with 1,000 machines';
    return [{ name, baseline: 'with 100 machines', ratio: median(ratios), limit: 1.3 }];
  } finally {
    agent.destroy();
    few.stop();
    many.stop();
  }
}

async function cpuOf(forked: ForkedServer<Ready>, agent: Agent): Promise<number> {
  const { baseUrl, tokens } = forked.ready;
  const before = await forked.ask<{ cpuMicros: number }>({});
  for (let done = 0; done < SYNCS; done += AT_ONCE) {
    const places = Array.from({ length: AT_ONCE }, (_, at) => (done + at) % tokens.length);
    await Promise.all(places.map((place) => sync(baseUrl, tokens[place] ?? '', agent)));
  }
  const after = await forked.ask<{ cpuMicros: number }>({});
  return after.cpuMicros - before.cpuMicros;
}

function sync(baseUrl: string, token: string, agent: Agent): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(`${baseUrl}/machine/v1/sync`, { method: 'POST', agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end(JSON.stringify(bodyNow()));
  });
}

/** What a healthy machine tells: ten skills, a check, and that nothing has happened. */
function bodyNow(): object {
  const skills = Array.from({ length: 10 }, (_, at) => ({
    name: `skill-${at}`,
    description: 'Checks a deployment',
    runner: 'shell',
    model: null,
    auth: 'hmac',
    secret_set: true,
    when: [],
    schedule: null,
    webhook: true,
    repository: null,
  }));
  return {
    sent_at: new Date().toISOString(),
    wait_seconds: 0,
    report: {
      hostname: 'build-01.local',
      version: '0.1.0',
      policy: { mode: 'control', allow: [], deny: [] },
      runners: [{ name: 'shell', ready: true, detail: null }],
      checks: [{ name: 'disk', state: 'ok', message: 'enough room', fix: null }],
      skills,
      broken_skills: [],
      schedules: [],
      repositories: [],
      config: 'name: build-01\n',
    },
    jobs: [],
    holding: [],
    results: [],
    events_waiting: 0,
  };
}

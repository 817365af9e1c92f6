import { Agent, get } from 'node:http';
import type { Measurement } from './measurement.ts';
import { type ServiceUnderTest, startServiceUnderTest } from './service-under-test.ts';

const HELD = 10_000;
const KEYS = 200;
/** All must be held before the first one's 30 seconds are over. */
const OPENED_AT_ONCE = 500;
const HELD_MS = 20_000;
const WAKES = 300;
const WARMING = 6000;
const KIB = 1024;

/** 10,000 requests of 200 keys held at once: the memory of each, how fast one is woken, none lost. */
export async function benchHeldRequests(): Promise<readonly Measurement[]> {
  const service = await startServiceUnderTest(KEYS, HELD);
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const ask = (path: string, place: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${service.keys[place % KEYS]}` };
      get(`${service.baseUrl}/api/v1${path}`, { agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      }).on('error', reject);
    });
  try {
    await warmUp(ask);
    const before = await service.usage(true);
    const held = await holdAll(service, ask);
    const full = await service.usage(true);
    const waits = await wakeOneByOne(service, held);
    service.finish(service.commands.slice(WAKES));
    const lost = (await Promise.all(held)).filter((status) => status !== 200).length;
    if (lost > 0) throw new Error(`${lost} held requests were not answered with their command`);
    const kib = (full.rssBytes - before.rssBytes) / KIB / HELD;
    const slowest = waits.sort((left, right) => left - right)[Math.ceil(WAKES * 0.99) - 1];
    const wake = { name: 'wake of one of 10,000 held requests, p99', baseline: '1 ms', limit: 50 };
    return [
      { name: 'memory of one of 10,000 held requests', baseline: '1 KiB', ratio: kib, limit: 25 },
      { ...wake, ratio: slowest ?? Number.NaN },
    ];
  } finally {
    agent.destroy();
    service.stop();
  }
}

type Ask = (path: string, place: number) => Promise<number>;

/** As many as a server has long answered: what its first load costs is not the held requests'. */
async function warmUp(ask: Ask): Promise<void> {
  for (let done = 0; done < WARMING; done += OPENED_AT_ONCE) {
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, (_, place) => ask('/me', place)));
  }
}

async function holdAll(service: ServiceUnderTest, ask: Ask): Promise<readonly Promise<number>[]> {
  const held: Promise<number>[] = [];
  const startedAt = performance.now();
  while (held.length < HELD) {
    const first = held.length;
    const next = service.commands.slice(first, first + OPENED_AT_ONCE);
    held.push(...next.map((command, at) => ask(`/commands/${command}?wait=30`, first + at)));
    while ((await service.usage()).held < held.length) {
      if (performance.now() - startedAt > HELD_MS) throw new Error('not all could be held in time');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return held;
}

/** Milliseconds from the order to end a command to the answer of the request held for it. */
async function wakeOneByOne(
  service: ServiceUnderTest,
  held: readonly Promise<number>[],
): Promise<number[]> {
  const waits: number[] = [];
  for (let place = 0; place < WAKES; place += 1) {
    const orderedAt = performance.now();
    service.finish(service.commands.slice(place, place + 1));
    await held[place];
    waits.push(performance.now() - orderedAt);
  }
  return waits;
}

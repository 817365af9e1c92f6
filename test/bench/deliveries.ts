import { Agent, get } from 'node:http';
import { forkServer } from './forked-server.ts';
import { type Measurement, median } from './measurement.ts';

const FEW = 1000;
const MANY = 1_000_000;
const ROUNDS = 15;
const PAGES = 40;
const SEARCHES = 200;

/** What is searched for among a million: in all of them, in one, and in none, with trigrams and without. */
const TERMS = {
  common: 'hookshot',
  rare: '9e3779b1-0001',
  absent: 'zzzqqq',
  'absent, of two characters': 'q7',
} as const;

/** The newest page of 20 deliveries and the search, at a million deliveries. */
export async function benchDeliveries(): Promise<readonly Measurement[]> {
  const few = await startDeliveriesServer(FEW);
  const many = await startDeliveriesServer(MANY);
  try {
    const measurements: Measurement[] = [
      {
        name: 'newest page of 20 of 1,000,000 deliveries',
        baseline: 'the same of 1,000',
        ratio: await pageRatio(few, many),
        limit: 1.5,
      },
    ];
    await many.longestBlockMs();
    for (const [kind, term] of Object.entries(TERMS)) {
      const times = await timesOf(many, `q=${term}`, SEARCHES);
      const name = `search of 1,000,000 deliveries for a term that is ${kind}, p99`;
      const p99 = times.sort((left, right) => left - right)[Math.ceil(SEARCHES * 0.99) - 1];
      measurements.push({ name, baseline: '1 ms', ratio: p99 ?? Number.NaN, limit: 250 });
    }
    const longest = await many.longestBlockMs();
    const name = 'longest block of the event loop by these searches';
    return [...measurements, { name, baseline: '1 ms', ratio: longest, limit: 50 }];
  } finally {
    few.stop();
    many.stop();
  }
}

async function pageRatio(few: DeliveriesServer, many: DeliveriesServer): Promise<number> {
  const ratios: number[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    const ofFew = median(await timesOf(few, 'limit=20', PAGES));
    const ofMany = median(await timesOf(many, 'limit=20', PAGES));
    if (round >= 0) ratios.push(ofMany / ofFew);
  }
  return median(ratios);
}

/** Milliseconds from asking for the list to the end of its answer, one after the other. */
async function timesOf(server: DeliveriesServer, query: string, count: number): Promise<number[]> {
  const times: number[] = [];
  await server.ask(query, 0);
  for (let place = 0; place < count; place += 1) {
    const askedAt = performance.now();
    await server.ask(query, place);
    times.push(performance.now() - askedAt);
  }
  return times;
}

interface DeliveriesServer {
  ask(query: string, place: number): Promise<void>;
  /** The longest block of the event loop since the last question, in milliseconds. */
  longestBlockMs(): Promise<number>;
  stop(): void;
}

async function startDeliveriesServer(deliveries: number): Promise<DeliveriesServer> {
  type Ready = { readonly baseUrl: string; readonly keys: readonly string[] };
  const forked = await forkServer<Ready>('deliveries-process.ts', [deliveries]);
  const { baseUrl, keys } = forked.ready;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: (query, place) =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${keys[place % keys.length]}` };
        get(`${baseUrl}/api/v1/deliveries?${query}`, { agent, headers }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
          response.resume().on('end', resolve);
        }).on('error', reject);
      }),
    longestBlockMs: async () => (await forked.ask<{ longestMs: number }>({})).longestMs,
    stop() {
      agent.destroy();
      forked.stop();
    },
  };
}

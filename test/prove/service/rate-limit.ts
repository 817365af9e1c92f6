import { pickOne } from '../seeded-random.ts';
import type { Deployment } from './deployment.ts';
import { type Figure, type Findings, type Proof, part, pause, percentile } from './proof.ts';
import { type Answer, send } from './send.ts';
import { makeTenant } from './tenant.ts';

const LIMIT = 600;
const WINDOW_MS = 60_000;
/** A round floods one key for more than a window. */
const ROUNDS = 10;
const FLOOD_MS = 65_000;
const QUIET_MS = 15_000;
const TIMES_LIMIT = 50;
/** One after the other: many at once are a burst, which is another part. */
const FLOODED_EVERY_MS = WINDOW_MS / (LIMIT * TIMES_LIMIT);
const OTHERS = 20;
const OTHERS_EVERY_MS = 200;
const BURST = 640;
const BURST_AT_ONCE = 20;
/** Below so much of the figure there is no time for a whole window. */
const SCALE_OF_FLOODS = 0.1;

interface Counts {
  /** Requests of a key that were let in, at most in any window and in the first one. */
  readonly most: number[];
  readonly first: number[];
  readonly others: Set<number>;
  early: number;
}

/** A key beyond its limit: it gets what it may, and the others hardly notice. */
export const rateLimit: Proof = {
  number: 9,
  title: 'rate limit and fairness',
  async prove({ deployment, random, scale }): Promise<Findings> {
    const counts: Counts = { most: [], first: [], others: new Set(), early: 0 };
    const server = (): string => pickOne(random, deployment.servers).baseUrl;
    const rounds = scale < SCALE_OF_FLOODS ? 0 : part(ROUNDS, scale);
    const calm: number[] = [];
    const flooded: number[] = [];
    await burst(deployment, server, counts);
    for (let round = 0; round < rounds; round += 1) {
      const others = await startOthers(deployment, server);
      await pause(QUIET_MS);
      calm.push(...others.take());
      const waiting = keepRetryAfter(deployment, server, counts);
      await flood(deployment, server, counts);
      flooded.push(...others.take());
      await waiting;
      await pause(QUIET_MS);
      calm.push(...others.take());
      others.stop();
    }
    return {
      done: [
        `${BURST} requests of one key at once, and ${rounds} floods of one key with ` +
          `${TIMES_LIMIT} times its limit for ${FLOOD_MS / 1000} s beside ${OTHERS} other keys, ` +
          `${deployment.servers.length} server(s).`,
      ],
      figures: [
        ...countFigures(deployment, counts),
        ...(rounds === 0 ? [] : [fairness(calm, flooded)]),
      ],
    };
  },
};

function countFigures({ servers }: Deployment, counts: Counts): readonly Figure[] {
  const most = servers.length === 1 ? LIMIT * 1.01 : LIMIT * 1.02;
  return [
    {
      name: 'let in within a minute, most',
      value: Math.max(...counts.most),
      limit: { atMost: most },
    },
    {
      name: 'let in within the first minute, fewest',
      value: Math.min(...counts.first),
      limit: { atLeast: LIMIT * 0.99 },
    },
    { name: 'answers other than 200 and 429', value: counts.others.size, limit: { atMost: 0 } },
    { name: 'refused after the wait they named', value: counts.early, limit: { atMost: 0 } },
  ];
}

function fairness(calm: readonly number[], flooded: readonly number[]): Figure {
  const ratio = percentile(flooded, 0.99) / percentile(calm, 0.99);
  return {
    name: 'p99 of the others in a flood, of that before',
    value: ratio,
    unit: 'x',
    limit: { atMost: 1.2 },
    timed: true,
  };
}

function ask(baseUrl: string, bearer: string): Promise<Answer | undefined> {
  return send(baseUrl, { path: '/api/v1/me', bearer });
}

/** More than a key may, all within seconds. */
async function burst(deployment: Deployment, server: () => string, counts: Counts): Promise<void> {
  const key = (await makeTenant(deployment, { calls: 1 })).key();
  let left = BURST;
  let letIn = 0;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await ask(server(), key);
      if (answer?.status === 200) letIn += 1;
      else if (answer?.status !== 429) counts.others.add(answer?.status ?? 0);
    }
  };
  await Promise.all(Array.from({ length: BURST_AT_ONCE }, worker));
  counts.most.push(letIn);
  counts.first.push(letIn);
}

async function flood(deployment: Deployment, server: () => string, counts: Counts): Promise<void> {
  const key = (await makeTenant(deployment, { calls: 1 })).key();
  const startedAt = performance.now();
  const letInAt: number[] = [];
  const asked: Promise<void>[] = [];
  for (let at = startedAt; at < startedAt + FLOOD_MS; at = performance.now()) {
    while (asked.length < (at - startedAt) / FLOODED_EVERY_MS) {
      const sentAt = performance.now();
      const noted = ask(server(), key).then((answer) => {
        if (answer?.status === 200) letInAt.push((sentAt + performance.now()) / 2 - startedAt);
        else if (answer?.status !== 429) counts.others.add(answer?.status ?? 0);
      });
      asked.push(noted);
    }
    await pause(FLOODED_EVERY_MS);
  }
  await Promise.all(asked);
  counts.most.push(mostInWindow(letInAt));
  counts.first.push(letInAt.filter((at) => at < WINDOW_MS).length);
}

function mostInWindow(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  let first = 0;
  let most = 0;
  for (const [last, at] of sorted.entries()) {
    while ((sorted[first] ?? 0) <= at - WINDOW_MS) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** Who waits as long as `Retry-After` says is let in. */
async function keepRetryAfter(
  deployment: Deployment,
  server: () => string,
  counts: Counts,
): Promise<void> {
  const key = (await makeTenant(deployment, { calls: 1 })).key();
  let answer = await ask(server(), key);
  while (answer?.status === 200) answer = await ask(server(), key);
  await pause(Number(answer?.headers['retry-after']) * 1000);
  if ((await ask(server(), key))?.status !== 200) counts.early += 1;
}

/** Other keys that call now and then; `take` gives how long each call since the last one took. */
async function startOthers(deployment: Deployment, server: () => string) {
  const tenants = await Promise.all(
    Array.from({ length: OTHERS }, () => makeTenant(deployment, { calls: 1 })),
  );
  let took: number[] = [];
  let stopped = false;
  for (const tenant of tenants) {
    const key = tenant.key();
    void (async () => {
      while (!stopped) {
        const answer = await ask(server(), key);
        took.push(answer?.tookMs ?? Number.POSITIVE_INFINITY);
        await pause(OTHERS_EVERY_MS);
      }
    })();
  }
  return {
    take() {
      const taken = took;
      took = [];
      return taken;
    },
    stop() {
      stopped = true;
    },
  };
}

import type { Deployment } from './deployment.ts';
import {
  endRuns,
  type HeldRun,
  HOLD_SECONDS,
  HOLDS_OF_KEY,
  holdRuns,
  OF_MACHINE,
} from './held-runs.ts';
import {
  type Figure,
  type Findings,
  type Proof,
  part,
  pause,
  percentile,
  type Scene,
} from './proof.ts';
import { CALLS_OF_KEY, makeTenant, type Tenant } from './tenant.ts';
import { raceWakes } from './wake-races.ts';

const HELD = 10_000;
const WAKES = 1_000_000;
const CYCLES = 3;
const KIB = 1024;
const BETWEEN_WAKES_MS = 5;

/** Very many requests held at once: little memory each, woken soon, none lost, no leak. */
export const heldRequests: Proof = {
  number: 6,
  title: 'held requests',
  probed: true,
  async prove(scene): Promise<Findings> {
    const { deployment, scale } = scene;
    const count = part(HELD, scale, OF_MACHINE);
    const machines = Math.ceil(count / OF_MACHINE);
    const calls = Math.ceil(count / HOLDS_OF_KEY) * CALLS_OF_KEY * (CYCLES + 1);
    const tenant = await makeTenant(deployment, { calls, machines });
    // The first load makes a server larger, whatever is held.
    await wakeAll(deployment, tenant, { count, isPaced: false });
    const cycles: Cycle[] = [];
    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      cycles.push(await wakeAll(deployment, tenant, { count, isPaced: cycle === CYCLES }));
    }
    const races = await raceWakes(scene, part(WAKES, scale, 100));
    return {
      done: [
        `${count} run_skill held up to ${HOLD_SECONDS} s in each of ${CYCLES} cycles, ` +
          `${deployment.servers.length} server(s); ${races.count} waits that raced with their wake.`,
      ],
      figures: figuresOf(scene, cycles, races.lost),
    };
  },
};

function figuresOf(
  { deployment }: Scene,
  cycles: readonly Cycle[],
  lost: number,
): readonly Figure[] {
  const [first, last] = [cycles[0], cycles.at(-1)];
  const isOne = deployment.servers.length === 1;
  const name = isOne ? 'wake in the process, p99' : 'wake across processes, p99';
  const each = Math.min(...cycles.map(({ bytesEach }) => bytesEach)) / KIB;
  const growth = Math.abs((last?.rssBytes ?? 0) / (first?.rssBytes ?? 1) - 1);
  return [
    {
      name: 'holds that were not woken',
      value: cycles.reduce((sum, cycle) => sum + cycle.lost, 0),
      limit: { atMost: 0 },
    },
    { name: 'lost wakes in races', value: lost, limit: { atMost: 0 } },
    { name: 'memory of each', value: each, unit: 'KiB', limit: { atMost: 25 }, timed: true },
    {
      name,
      value: percentile(last?.wakesMs ?? [], 0.99),
      unit: 'ms',
      limit: { atMost: isOne ? 50 : 100 },
      timed: true,
    },
    { name: 'memory after the cycles, change', value: growth, limit: { atMost: 0.1 }, timed: true },
  ];
}

interface Cycle {
  readonly lost: number;
  readonly bytesEach: number;
  /** After all were answered. */
  readonly rssBytes: number;
  readonly wakesMs: readonly number[];
}

interface Waking {
  readonly count: number;
  /** One after the other, so that each can be timed. */
  readonly isPaced: boolean;
}

async function wakeAll(deployment: Deployment, tenant: Tenant, waking: Waking): Promise<Cycle> {
  const before = await rssOf(deployment);
  const held = await holdRuns(deployment, tenant, waking.count);
  const full = await rssOf(deployment);
  const sentAt: number[] = [];
  const steps = waking.isPaced ? held.map((run) => [run]) : Object.values(byMachine(held));
  for (const runs of steps) {
    for (const run of runs) sentAt[held.indexOf(run)] = performance.now();
    await endRuns(deployment, runs);
    if (waking.isPaced) await pause(BETWEEN_WAKES_MS);
  }
  const answers = await Promise.all(held.map(({ answer }) => answer));
  return {
    lost: waking.count - answers.filter(({ answer }) => answer?.status === 200).length,
    bytesEach: (full - before) / waking.count,
    rssBytes: await rssOf(deployment),
    wakesMs: answers.map(({ at }, place) => at - (sentAt[place] ?? Number.NaN)),
  };
}

function byMachine(held: readonly HeldRun[]) {
  return Object.groupBy(held, ({ machine }) => machine.id) as Record<string, HeldRun[]>;
}

async function rssOf({ servers }: Deployment): Promise<number> {
  const usages = await Promise.all(servers.map((server) => server.usage()));
  return usages.reduce((sum, { rssBytes }) => sum + rssBytes, 0);
}

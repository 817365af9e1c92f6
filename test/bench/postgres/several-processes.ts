import { tmpdir } from 'node:os';
import { postgresPrograms, startCluster } from '../../support/postgres/cluster.ts';
import { type Measurement, median } from '../measurement.ts';
import { type Deployment, deploy, stop } from './deployment.ts';
import { startPgBoss } from './pg-boss.ts';
import { type CallOnce, type Load, measure, type Round, runSkill, sync } from './round.ts';

const ROUNDS = 5;
const CALLS = 1500;
const CALLERS = 32;
const PROCESSES = 3;

const ONE = { processes: 1, callers: CALLERS };
const TWO = { processes: 2, callers: CALLERS };
const THREE = { processes: PROCESSES, callers: CALLERS };
/** As many callers for each process as one alone has: what further processes are started for. */
const TWO_WITH_EACH = { processes: 2, callers: CALLERS * 2 };
const THREE_WITH_EACH = { processes: PROCESSES, callers: CALLERS * PROCESSES };

type Shape = Pick<Load, 'processes' | 'callers'>;

/** The rounds of each of these, in their order: those of the same place were beside each other. */
type Rounds = ReadonlyMap<Shape, readonly Round[]>;

/**
 * run_skill and sync on one PostgreSQL with fsync, by one, two and three processes of the server in
 * turn: time and CPU, the database's included, beside those of one process. Beside run_skill the same
 * inserts by processes that do nothing else: what a further process costs whoever commits together.
 */
export async function benchPostgres(): Promise<readonly Measurement[]> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('there is no PostgreSQL on this machine');
  const cluster = await startCluster(programs, tmpdir());
  try {
    const { ours, bare } = await deploy(cluster, PROCESSES, THREE_WITH_EACH.callers);
    const measurements = [
      ...(await compareRuns(ours, bare)),
      ...(await compareSyncs(ours)),
      await besidePgBoss(ours),
    ];
    await Promise.all([ours, bare].map(stop));
    return measurements;
  } finally {
    await cluster.remove();
  }
}

/**
 * The same callers spread over three processes commit in smaller batches, which costs whoever does it:
 * there the bare inserts of the same run are the limit.
 */
async function compareRuns(ours: Deployment, bare: Deployment): Promise<readonly Measurement[]> {
  const shapes = [ONE, THREE, TWO_WITH_EACH, THREE_WITH_EACH];
  const [runs = new Map(), inserts = new Map()] = await compare([ours, bare], shapes, runSkill);
  const each = {
    two: TWO_WITH_EACH,
    three: THREE_WITH_EACH,
    callers: `${CALLERS} callers for each`,
  };
  const spread = (figure: keyof Round, name: string): Measurement => ({
    name: `${name}, three processes, ${CALLERS} callers for all`,
    baseline: 'with one process',
    ratio: timesOne(runs, THREE, figure),
    limit: Number(timesOne(inserts, THREE, figure).toFixed(2)),
  });
  return [
    ...figuresOf('run_skill', runs, each),
    spread('ms', 'time of run_skill'),
    spread('cpuMicros', 'CPU of run_skill and its database'),
  ];
}

async function compareSyncs(ours: Deployment): Promise<readonly Measurement[]> {
  const [rounds = new Map()] = await compare([ours], [ONE, TWO, THREE], sync);
  const all = { two: TWO, three: THREE, callers: `${CALLERS} callers for all` };
  return figuresOf('sync', rounds, all);
}

/** Measures these shapes of each deployment, all of them in every round. */
async function compare(
  deployments: readonly Deployment[],
  shapes: readonly Shape[],
  call: CallOnce,
): Promise<readonly Rounds[]> {
  const all = deployments.map(() => new Map(shapes.map((shape) => [shape, [] as Round[]])));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const shape of shapes) {
      for (const [place, deployment] of deployments.entries()) {
        // Each process is warm after the first round, which counts for nothing.
        const calls = round < 0 ? CALLS * shape.processes : CALLS;
        const taken = await measure(deployment, { ...shape, calls, call });
        if (round >= 0) all[place]?.get(shape)?.push(taken);
      }
    }
  }
  return all;
}

/** How many times as much as one process takes, the middle of all rounds. */
function timesOne(rounds: Rounds, shape: Shape, figure: keyof Round): number {
  const ones = rounds.get(ONE) ?? [];
  const taken = rounds.get(shape) ?? [];
  return median(taken.map((round, place) => round[figure] / (ones[place]?.[figure] ?? Number.NaN)));
}

/** What is compared with one process: two and three of them, with so many callers. */
interface Shapes {
  readonly two: Shape;
  readonly three: Shape;
  readonly callers: string;
}

function figuresOf(
  operation: string,
  rounds: Rounds,
  { callers, three, two }: Shapes,
): readonly Measurement[] {
  const baseline = 'with one process';
  return [
    {
      name: `time of ${operation}, two processes, ${callers}`,
      baseline,
      ratio: timesOne(rounds, two, 'ms'),
      limit: 1,
    },
    {
      name: `time of ${operation}, three processes, ${callers}`,
      baseline,
      ratio: timesOne(rounds, three, 'ms'),
      limit: 1.11,
    },
    {
      name: `CPU of ${operation} and its database, three processes, ${callers}`,
      baseline,
      ratio: timesOne(rounds, three, 'cpuMicros'),
      limit: 1.2,
    },
    {
      name: `rolled back of ${operation}, three processes, ${callers}`,
      baseline: 'all transactions',
      ratio: median((rounds.get(three) ?? []).map(({ rolledBack }) => rolledBack)),
      limit: 0.01,
    },
  ];
}

/** Calls of one process of the server beside pg-boss enqueuing in this one, in turn. */
async function besidePgBoss(deployment: Deployment): Promise<Measurement> {
  const name = 'time of run_skill, one process';
  const baseline = 'pg-boss enqueuing one at a time';
  const boss = await startPgBoss(deployment.database);
  if (boss === undefined) {
    return { name, baseline, ratio: Number.NaN, notMeasured: 'npm cannot install it' };
  }
  const ratios: number[] = [];
  const enqueue = async () => void (await boss.enqueue());
  for (let round = -1; round < ROUNDS; round += 1) {
    const ours = (await measure(deployment, { ...ONE, calls: CALLS, call: runSkill })).ms;
    const theirs = (await measure(deployment, { ...ONE, calls: CALLS, call: enqueue })).ms;
    if (round >= 0) ratios.push(ours / theirs);
  }
  await boss.stop();
  return { name, baseline, ratio: median(ratios), limit: 2.5 };
}

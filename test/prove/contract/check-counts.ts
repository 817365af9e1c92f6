import type { ListAnswer } from './check-list.ts';
import { type Input, observe, type Row, readWindow, rowsOf } from './observe.ts';
import type { World } from './world.ts';

/** A figure with its name, and what it has to be; undefined where there are too many to count. */
type Figure = readonly [name: string, given: unknown, wanted: number | undefined];

type Check = (world: World, input: Input, body: Row) => Promise<readonly Figure[]>;

const CHECKS: Readonly<Record<string, Check>> = {
  list_inbox: async (world, { machine, skill }, body) => [
    ...(await inboxFigures(world, pick({ machine, skill }), body['counts'] as Row)),
    ...(await viewFigures(world, pick({ machine, skill }), body)),
  ],
  describe_cloud: async (world, _input, body) => {
    const attention = body['needs_attention'] as Row;
    const machines = await readWindow(world, 'list_machines', {});
    return [
      ...(await inboxFigures(world, {}, attention['counts'] as Row)),
      ['machines', (body['machines'] as readonly Row[]).length, machines?.rows.length],
    ];
  },
  list_machines: async (world, _input, body) => {
    const skills = (await observe(world, 'list_skills', {})) ?? {};
    const loaded = rowsOf(skills).filter(({ error }) => error === null);
    return rowsOf(body).map(({ id, skill_count }) => [
      `skill_count of ${id}`,
      skill_count,
      loaded.filter(({ machine }) => machine === id).length,
    ]);
  },
  list_hosted_urls: async (world, _input, body) =>
    Promise.all(
      rowsOf(body).map(async ({ machine, skill, waiting }): Promise<Figure> => {
        const held = { machine, skill, outcome: 'held', via: 'ingress' };
        return [`waiting of ${machine} ${skill}`, waiting, await count(world, held, 'deliveries')];
      }),
    ),
  get_stats: async (_world, _input, body) => {
    const days = body['days'] as readonly Row[];
    const totals = body['totals'] as Row;
    return ['jobs', 'deliveries'].flatMap((kind) =>
      Object.entries(totals[kind] as Row).map(([name, total]): Figure => {
        const ofDays = days.map((day) => Number((day[kind] as Row)[name]));
        return [`${kind}.${name}`, total, ofDays.reduce((sum, more) => sum + more, 0)];
      }),
    );
  },
};

/** Counts what a call told in figures, by the lists that show it. */
export async function checkCounts(
  world: World,
  { operation, input, body }: ListAnswer,
): Promise<string[]> {
  const figures = (await CHECKS[operation]?.(world, input, body)) ?? [];
  return figures
    .filter(([, given, wanted]) => wanted !== undefined && given !== wanted)
    .map(([name, given, wanted]) => `${operation}: ${name} is ${given}, where there are ${wanted}`);
}

function pick(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

async function count(
  world: World,
  input: Input,
  kind: 'jobs' | 'deliveries',
): Promise<number | undefined> {
  const window = await readWindow(world, `list_${kind}`, input);
  return window?.isWhole ? window.rows.length : undefined;
}

function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  return counts.includes(undefined)
    ? undefined
    : counts.reduce<number>((sum, more) => sum + (more ?? 0), 0);
}

/** By the lists of jobs, which have other queries than the inbox. */
async function inboxFigures(world: World, filter: Input, counts: Row): Promise<Figure[]> {
  const waiting = await count(world, { ...filter, waiting: true }, 'jobs');
  const running = await Promise.all(
    ['queued', 'running'].map((status) => count(world, { ...filter, status }, 'jobs')),
  );
  return [
    ['counts.needs_input', counts['needs_input'], waiting],
    ['counts.in_progress', counts['in_progress'], sumOf(running)],
  ];
}

/** Rows of a view that fits one page, and rows that belong to another one. */
async function viewFigures(world: World, filter: Input, body: Row): Promise<Figure[]> {
  const { view } = body;
  const jobs = await readWindow(world, 'list_jobs', filter);
  if (!jobs?.isWhole) return [];
  const isOfView = ({ state }: Row) => view === 'all' || state === view;
  const given = rowsOf({ jobs: body['jobs'] });
  return [
    [`rows of view ${view}`, given.filter(isOfView).length, given.length],
    ...(body['next_offset'] === null
      ? [['all rows', given.length, jobs.rows.filter(isOfView).length] satisfies Figure]
      : []),
  ];
}

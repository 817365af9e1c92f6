import { formatId, parseId } from '../../../src/server/database/row-id.ts';
import { deliveryReport, syncRequest } from '../../support/sync-reports.ts';
import { pickOne, wholeNumber } from '../seeded-random.ts';
import {
  type Figure,
  type Findings,
  type Proof,
  part,
  pause,
  percentile,
  type Scene,
} from './proof.ts';
import { seededAt, seedRows } from './seed-rows.ts';
import { send } from './send.ts';
import { makeTenant, syncOf, type Tenant } from './tenant.ts';

const ROWS = 1_000_000;
const PAGE = 100;
const WRITERS = 20;
const WRITES_EVERY_MS = 200;
const SEARCHES_EVERY_MS = 250;
/** Of the readers. */
const LISTS = ['deliveries', 'jobs', 'deliveries', 'jobs', 'deliveries'] as const;
type List = (typeof LISTS)[number];

interface Walking {
  readonly scene: Scene;
  readonly tenant: Tenant;
  readonly rows: number;
  readonly server: () => string;
  readonly isOver: () => boolean;
}

/** Readers walk whole lists while others write: nothing twice, nothing left out, every page soon. */
export const pagingUnderWrites: Proof = {
  number: 8,
  title: 'paging under writes',
  whole: true,
  probed: true,
  async prove(scene): Promise<Findings> {
    const { deployment, random, scale } = scene;
    const rows = part(ROWS, scale, 300);
    const calls = (rows / PAGE) * LISTS.length * 3 + 60_000 * scale + 3000;
    const tenant = await makeTenant(deployment, { calls });
    const machine = parseId('mac', tenant.machines[0]?.id ?? '') ?? 0;
    const { organisation } = tenant;
    // Its rows are years old, and a new organisation keeps 90 days: they would leave meanwhile.
    await deployment.sql(
      `update organisations set keep_jobs = null, keep_deliveries = null where id = ${organisation}`,
    );
    await seedRows(deployment.sql, { engine: deployment.engine, rows, organisation, machine });
    let over = false;
    const server = (): string => pickOne(random, deployment.servers).baseUrl;
    const walking = { scene, tenant, rows, server, isOver: () => over };
    await Promise.all(deployment.servers.map((one) => one.usage()));
    const writers = Array.from({ length: WRITERS }, (_, at) => write(walking, at));
    const searching = search(walking);
    const walks = await Promise.all(LISTS.map((list) => walk(walking, list)));
    over = true;
    const late = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
    const searchesMs = await searching;
    const usages = await Promise.all(deployment.servers.map((one) => one.usage()));
    const delayMs = Math.max(...usages.map(({ delayP99Ms }) => delayP99Ms));
    return {
      done: [
        `${LISTS.length} readers over ${rows} jobs and as many deliveries, ${WRITERS} writers with ` +
          `${late} writes meanwhile, ${searchesMs.length} searches, ${deployment.servers.length} server(s).`,
      ],
      figures: figuresOf(scene, walks, { searchesMs, delayMs }),
    };
  },
};

interface Walk {
  readonly wrong: number;
  readonly pagesMs: readonly number[];
}

function figuresOf(
  { deployment }: Scene,
  walks: readonly Walk[],
  { delayMs, searchesMs }: { readonly delayMs: number; readonly searchesMs: readonly number[] },
): readonly Figure[] {
  const pageMs = percentile(
    walks.flatMap(({ pagesMs }) => pagesMs),
    0.99,
  );
  const atMost = deployment.engine === 'sqlite' ? 5 : 10;
  const wrong = walks.reduce((sum, walk) => sum + walk.wrong, 0);
  return [
    { name: 'rows twice, left out or in a wrong place', value: wrong, limit: { atMost: 0 } },
    { name: 'page, p99', value: pageMs, unit: 'ms', limit: { atMost }, timed: true },
    {
      name: 'search, p99',
      value: percentile(searchesMs, 0.99),
      unit: 'ms',
      limit: { atMost: 250 },
      timed: true,
    },
    {
      name: 'delay of the event loop, p99',
      value: delayMs,
      unit: 'ms',
      limit: { atMost: 20 },
      timed: true,
    },
  ];
}

/** From the newest row to the oldest, page by page. */
async function walk({ rows, server, tenant }: Walking, list: List): Promise<Walk> {
  const prefix = list === 'jobs' ? 'job' : 'del';
  const ids: string[] = [];
  const pagesMs: number[] = [];
  let before: string | null | undefined;
  while (before !== null) {
    const page = { limit: PAGE, ...(before === undefined ? {} : { before }) };
    const answer = await tenant.tool(server(), `list_${list}`, page);
    if (answer?.status !== 200) throw new Error(`list_${list}: ${answer?.status} ${answer?.text}`);
    pagesMs.push(answer.tookMs);
    ids.push(...answer.body[list].map(({ id }: { id: string }) => id));
    before = answer.body.next_before;
  }
  const found = new Set(ids);
  const isInPlace = (id: string, at: number): boolean => at === 0 || id < (ids[at - 1] ?? '');
  const misplaced = ids.filter((id, at) => !isInPlace(id, at)).length;
  let missing = 0;
  for (let place = 0; place < rows; place += 1) {
    if (!found.has(formatId(prefix, seededAt(place) * 2048))) missing += 1;
  }
  return { wrong: misplaced + missing + ids.length - found.size, pagesMs };
}

/** New jobs, and webhooks that belong among those of the past; gives how many. */
async function write(walking: Walking, writer: number): Promise<number> {
  const { isOver, rows, scene, server, tenant } = walking;
  const [machine] = tenant.machines;
  let done = 0;
  while (!isOver()) {
    if (writer % 5 === 0) {
      const past = seededAt(wholeNumber(scene.random, 0, rows - 1)) + 1 + writer;
      const report = deliveryReport({
        machine_delivery_id: `late-${writer}-${done}`,
        received_at: new Date(past).toISOString(),
      });
      const body = { ...syncRequest(Date.now()), deliveries: [report] };
      await send(server(), { ...syncOf(machine?.token ?? ''), body });
    } else {
      await tenant.tool(server(), 'run_skill', { machine: machine?.name, skill: 'deploy-check' });
    }
    done += 1;
    await pause(WRITES_EVERY_MS);
  }
  return done;
}

/** Searches until the readers are done; gives how long each took, without the first. */
async function search({ isOver, scene, server, tenant }: Walking): Promise<readonly number[]> {
  const tookMs: number[] = [];
  do {
    const q = `hookshot/${wholeNumber(scene.random, 0, 999)}`;
    const answer = await tenant.tool(server(), 'list_deliveries', { q });
    tookMs.push(answer?.status === 200 ? answer.tookMs : Number.POSITIVE_INFINITY);
    await pause(SEARCHES_EVERY_MS);
  } while (!isOver());
  return tookMs.length > 1 ? tookMs.slice(1) : tookMs;
}

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
import { CALLS_OF_KEY, makeTenant, syncOf, type Tenant } from './tenant.ts';

const ROWS = 1_000_000;
const PAGE = 100;
const WRITERS = 20;
const WRITES_EVERY_MS = 400;
/** A reader does something with a page before it asks for the next one. */
const NEXT_PAGE_AFTER_MS = 100;
const SEARCHES_EVERY_MS = 250;
/** Five seconds: a server that was just started compiles and plans, which a tenth of the rows weighs tenfold. */
const WARM_PAGES = 50;
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
    const callers = 2 * LISTS.length + WRITERS + 1;
    const pages = rows / PAGE + WARM_PAGES;
    const calls = pages * LISTS.length * 3 + 200_000 * scale + callers * CALLS_OF_KEY;
    const tenant = await makeTenant(deployment, { calls, machines: WRITERS });
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
    const writers = Array.from({ length: WRITERS }, (_, at) => write(walking, at));
    const searching = search(walking);
    await Promise.all(LISTS.map((list) => warmUp(walking, list)));
    await Promise.all(deployment.servers.map((one) => one.usage()));
    const walks = await Promise.all(LISTS.map((list) => walk(walking, list)));
    over = true;
    const late = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
    const searchesMs = await searching;
    const usages = await Promise.all(deployment.servers.map((one) => one.usage()));
    const delayMs = Math.max(...usages.map(({ delayP99Ms }) => delayP99Ms));
    // As its server took it: this process is busy with what all of them answer.
    const pagesMs = usages.flatMap(({ tookMs }) =>
      ['jobs', 'deliveries'].flatMap((list) => tookMs[`/api/v1/tools/list_${list}`] ?? []),
    );
    const askedMs = walks.flatMap((walk) => walk.pagesMs);
    return {
      done: [
        `${LISTS.length} readers over ${rows} jobs and as many deliveries, ${WRITERS} writers with ` +
          `${late} writes meanwhile, ${searchesMs.length} searches, ${deployment.servers.length} server(s).`,
        `Readers and writers are one process: it had its pages after ${Math.round(percentile(askedMs, 0.99))} ms (p99).`,
      ],
      figures: figuresOf(scene, walks, { pagesMs, searchesMs, delayMs }),
    };
  },
};

/** Times of all requests of a kind, and the delay of the slowest server. */
interface Times {
  readonly pagesMs: readonly number[];
  readonly searchesMs: readonly number[];
  readonly delayMs: number;
}

interface Walk {
  readonly wrong: number;
  readonly pagesMs: readonly number[];
}

function figuresOf(
  { deployment }: Scene,
  walks: readonly Walk[],
  { delayMs, pagesMs, searchesMs }: Times,
): readonly Figure[] {
  const atMost = deployment.engine === 'sqlite' ? 5 : 10;
  const wrong = walks.reduce((sum, walk) => sum + walk.wrong, 0);
  return [
    { name: 'rows twice, left out or in a wrong place', value: wrong, limit: { atMost: 0 } },
    {
      name: 'page within its server, p99',
      value: percentile(pagesMs, 0.99),
      unit: 'ms',
      limit: { atMost },
      timed: true,
    },
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
async function walk(walking: Walking, list: List): Promise<Walk> {
  const ids: string[] = [];
  const pagesMs: number[] = [];
  for await (const page of pagesOf(walking, list)) {
    ids.push(...page.ids);
    pagesMs.push(page.tookMs);
  }
  const found = new Set(ids);
  const isInPlace = (id: string, at: number): boolean => at === 0 || id < (ids[at - 1] ?? '');
  const misplaced = ids.filter((id, at) => !isInPlace(id, at)).length;
  const prefix = list === 'jobs' ? 'job' : 'del';
  let missing = 0;
  for (let place = 0; place < walking.rows; place += 1) {
    if (!found.has(formatId(prefix, seededAt(place) * 2048))) missing += 1;
  }
  return { wrong: misplaced + missing + ids.length - found.size, pagesMs };
}

/** The first pages, whose times do not count. */
async function warmUp(walking: Walking, list: List): Promise<void> {
  let read = 0;
  for await (const _ of pagesOf(walking, list)) {
    read += 1;
    if (read === WARM_PAGES) return;
  }
}

interface Page {
  readonly ids: readonly string[];
  readonly tookMs: number;
}

async function* pagesOf({ server, tenant }: Walking, list: List): AsyncGenerator<Page> {
  const key = ownKeys(tenant);
  let before: string | null | undefined;
  while (before !== null) {
    const page = { limit: PAGE, ...(before === undefined ? {} : { before }) };
    const answer = await tenant.tool(server(), `list_${list}`, page, key());
    if (answer?.status !== 200) throw new Error(`list_${list}: ${answer?.status} ${answer?.text}`);
    const ids = answer.body[list].map(({ id }: { id: string }) => id);
    yield { ids, tookMs: answer.tookMs };
    before = answer.body.next_before;
    await pause(NEXT_PAGE_AFTER_MS);
  }
}

/** New jobs, and webhooks that belong among those of the past; gives how many. */
async function write(walking: Walking, writer: number): Promise<number> {
  const { isOver, rows, scene, server, tenant } = walking;
  const machine = tenant.machines[writer];
  const key = ownKeys(tenant);
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
      const run = { machine: machine?.name, skill: 'deploy-check' };
      await tenant.tool(server(), 'run_skill', run, key());
    }
    done += 1;
    await pause(WRITES_EVERY_MS);
  }
  return done;
}

/** Searches until the readers are done; gives how long each took, without the first. */
async function search({ isOver, scene, server, tenant }: Walking): Promise<readonly number[]> {
  const tookMs: number[] = [];
  const key = ownKeys(tenant);
  do {
    const q = `hookshot/${wholeNumber(scene.random, 0, 999)}`;
    // Not as the pages are asked for, so that its server tells them apart.
    const answer = await send(server(), { path: `/api/v1/deliveries?q=${q}`, bearer: key() });
    tookMs.push(answer?.status === 200 ? answer.tookMs : Number.POSITIVE_INFINITY);
    await pause(SEARCHES_EVERY_MS);
  } while (!isOver());
  return tookMs.length > 1 ? tookMs.slice(1) : tookMs;
}

/** Keys that nobody else calls with. */
function ownKeys({ key: anotherKey }: Tenant): () => string {
  let key = '';
  let left = 0;
  return () => {
    if (left === 0) {
      key = anotherKey(CALLS_OF_KEY);
      left = CALLS_OF_KEY;
    }
    left -= 1;
    return key;
  };
}

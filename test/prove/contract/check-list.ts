import { type Input, observe, type Row, readWindow, rowsOf } from './observe.ts';
import type { World } from './world.ts';

/** Which rows the value of a filter asks for: those with it as this member, or what `fits` says. */
type Filter = { readonly member: string } | { fits(row: Row, value: string): boolean };

const SEARCHED = [
  'delivery_id',
  'machine_delivery_id',
  'reason',
  'code',
  'path',
  'address',
  'user_agent',
];

function isFound(row: Row, text: string): boolean {
  const wanted = text.toLowerCase();
  return SEARCHED.some((name) =>
    String(row[name] ?? '')
      .toLowerCase()
      .includes(wanted),
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Of a date alone, where the day begins; a time without an offset is UTC. */
function momentOf(text: string): number {
  const hasTime = /[T ]\d/.test(text);
  return Date.parse(!hasTime || /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}

const receivedAt = (row: Row): number => Date.parse(String(row['received_at']));

interface List {
  /** How many rows a page has without `limit`. */
  readonly limit: number;
  readonly filters: Readonly<Record<string, Filter>>;
}

/** The filters of each list, as the specification has them; `machine` is every list's. */
const LISTS: Readonly<Record<string, List>> = {
  list_jobs: {
    limit: 20,
    filters: {
      skill: { member: 'skill' },
      status: { member: 'status' },
      outcome: { member: 'outcome' },
      waiting: { fits: ({ state }) => state === 'needs_input' },
    },
  },
  list_deliveries: {
    limit: 20,
    filters: {
      skill: { member: 'skill' },
      outcome: { member: 'outcome' },
      via: { member: 'via' },
      delivery_id: { member: 'delivery_id' },
      job: { member: 'machine_job_id' },
      q: { fits: isFound },
      since: { fits: (row, value) => receivedAt(row) >= momentOf(value) },
      until: {
        fits: (row, value) =>
          /^\d{4}-\d\d-\d\d$/.test(value)
            ? receivedAt(row) < momentOf(value) + DAY_MS
            : receivedAt(row) <= momentOf(value),
      },
    },
  },
  list_alerts: { limit: 50, filters: { type: { member: 'type' }, state: { member: 'state' } } },
  list_commands: { limit: 20, filters: { status: { member: 'status' }, type: { member: 'type' } } },
  list_issues: { limit: 20, filters: { status: { member: 'status' } } },
  list_audit_log: {
    limit: 50,
    filters: {
      action: {
        fits: ({ action }, value) =>
          value.endsWith('.') ? String(action).startsWith(value) : action === value,
      },
    },
  },
};

/**
 * What is wrong with a page of a list, with the page after it, and with pages of one row by one filter
 * for a value that there is; `turn` chooses that filter. Surfaces that share a fault agree, so only
 * this finds it.
 */
export async function checkList(
  world: World,
  { operation, input, body }: ListAnswer,
  turn: number,
): Promise<string[]> {
  const list = LISTS[operation];
  if (list === undefined) return [];
  const faults = await checkPages(world, { operation, input, body }, list);
  if (faults.length > 0) return faults;
  const byMember = Object.entries(list.filters).flatMap(([name, filter]) =>
    'member' in filter ? [[name, filter.member] as const] : [],
  );
  const [name, member] = byMember[turn % Math.max(1, byMember.length)] ?? [];
  const row = rowsOf(body).at(-1);
  if (name === undefined || member === undefined || row === undefined) return [];
  const one = { ...stateOf(operation, input), [name]: row[member], limit: 1 };
  if (typeof row[member] !== 'string') return [];
  const answer = await observe(world, operation, one);
  return answer ? checkPages(world, { operation, input: one, body: answer }, list) : [];
}

export interface ListAnswer {
  readonly operation: string;
  readonly input: Input;
  readonly body: Row;
}

/**
 * Compares a page of a list, and the page after it, with the list without filters: the rows that fit,
 * all of them, newest first, and a cursor where there are more.
 */
async function checkPages(
  world: World,
  { operation, input, body }: ListAnswer,
  { filters, limit: usual }: List,
): Promise<string[]> {
  const fits = await fitOf(world, filters, { ...stateOf(operation, input), ...input });
  const { before, limit = usual } = input as { before?: unknown; limit?: number };
  const base = { ...(before === undefined ? {} : { before }), ...stateOf(operation, input) };
  const window = fits && (await readWindow(world, operation, base));
  if (window === undefined) return [];
  const ids = window.rows.filter(fits as (row: Row) => boolean).map(idOf);
  const expected = { ids, isWhole: window.isWhole, limit };
  const faults = pageFaults(body, { ...expected, from: 0 });
  const next = body['next_before'];
  if (faults.length > 0 || typeof next !== 'string') return faults.map(named(operation, 'page'));
  const second = await observe(world, operation, { ...input, before: next });
  if (second === undefined) return [];
  return pageFaults(second, { ...expected, from: limit }).map(named(operation, 'page after it'));
}

const idOf = (row: Row): string => String(row['id']);

const named = (operation: string, page: string) => (fault: string) =>
  `${operation}, ${page}: ${fault}`;

/** Alerts have no list of all states; without one it is that of open ones. */
function stateOf(operation: string, { state = 'open' }: Input): Input {
  return operation === 'list_alerts' ? { state } : {};
}

/** Whether a row fits all filters of the input; undefined where the machine cannot be found out. */
async function fitOf(
  world: World,
  filters: Readonly<Record<string, Filter>>,
  { machine, ...input }: Input,
): Promise<((row: Row) => boolean) | undefined> {
  const found = machine === undefined ? {} : await observe(world, 'get_machine', { machine });
  if (found === undefined) return undefined;
  const wanted = Object.entries(filters).filter(([name]) => (input[name] ?? false) !== false);
  return (row) =>
    (machine === undefined || row['machine'] === found['id']) &&
    wanted.every(([name, filter]) => {
      const value = String(input[name]);
      return 'member' in filter ? row[filter.member] === value : filter.fits(row, value);
    });
}

interface Expected {
  /** Of the rows that fit, newest first, as far as they were looked at. */
  readonly ids: readonly string[];
  readonly isWhole: boolean;
  readonly from: number;
  readonly limit: number;
}

function pageFaults(body: Row, { ids, isWhole, from, limit }: Expected): string[] {
  const given = rowsOf(body).map(idOf);
  const wanted = ids.slice(from, from + limit);
  // Beyond what was looked at, nothing is known.
  const compared = isWhole ? given : given.slice(0, wanted.length);
  const faults = [];
  if (String(compared) !== String(wanted)) faults.push(`rows ${given} in place of ${wanted}`);
  const hasMore = body['next_before'] !== null;
  const isKnown = isWhole || ids.length > from + limit;
  if (isKnown && hasMore !== ids.length > from + limit) {
    faults.push(`next_before ${body['next_before']} with ${ids.length - from - limit} rows left`);
  }
  return faults;
}

/** Tables that stay small however long the history is; every other one may have a million rows. */
const SMALL: ReadonlySet<string> = new Set([
  'api_keys',
  'app_tokens',
  'channels',
  'deployment',
  'hosted_counts',
  'hosted_urls',
  'invitations',
  'machines',
  'migrations',
  'organisations',
  'people',
  'request_rates',
]);

/** Indexes of what still waits for something: all of their rows are few. */
const OF_WAITING: ReadonlySet<string> = new Set([
  'alerts_holding',
  'commands_due',
  'commands_unfinished',
  'held_deliveries_of_url',
  'held_deliveries_waiting',
  'jobs_open',
  'sealed_secrets_open',
  'sends_due',
  'sends_waiting',
]);

/** How a plan reads one table. */
export interface TableAccess {
  readonly table: string;
  /** Undefined where it reads the table itself. */
  readonly index: string | undefined;
  /** Columns that bound what is read of the index. */
  readonly bounds: readonly string[];
}

/** Whether it cannot read many rows, whatever bounds it. */
export function readsFew({ table, index }: Pick<TableAccess, 'table' | 'index'>): boolean {
  return SMALL.has(table) || (index !== undefined && OF_WAITING.has(index));
}

/** Why this access reads more of a long history than it gives; undefined where it does not. */
export function faultOf(
  { table, index, bounds }: TableAccess,
  statement: string,
): string | undefined {
  if (readsFew({ table, index })) return undefined;
  const { part, isBeside } = partFor(table, statement);
  if (bounds.length === 0) return `scans ${table}${index === undefined ? '' : ` by ${index}`}`;
  const isOfOrganisation = bounds.every((column) => column === 'organisation');
  if (isOfOrganisation && (isBeside || part.split('union all').every(hasFilter)))
    return `walks ${table} by ${index}`;
  const narrowed = isBeside ? undefined : ofMachine(part);
  if (narrowed !== undefined && !narrowed.every((column) => bounds.includes(column)))
    return `passes ${table} over by ${index}`;
  const [, since] = SINCE.exec(part) ?? [];
  if (since !== undefined && !bounds.includes(since)) return `passes ${table} over by ${index}`;
  return undefined;
}

const PAGE = /\bfrom \((select .* from "(\w+)" .*)\) as "page"/is;

/** What of a statement reads a table: where it is of a page and of what is shown beside it, one of the two. */
function partFor(table: string, statement: string): { part: string; isBeside: boolean } {
  const [, page, tableOfPage] = PAGE.exec(statement) ?? [];
  if (page === undefined) return { part: statement, isBeside: false };
  const isBeside = table !== tableOfPage;
  return { part: isBeside ? statement.replace(page, '') : page, isBeside };
}

/** Figures of a span of time read nothing older. */
const SINCE = /\b(counted_at) >= /i;

/** The columns of a page of one machine's rows of one kind; each has an index with both. */
function ofMachine(statement: string): readonly string[] | undefined {
  const [, kind] = OF_MACHINE.exec(statement) ?? [];
  return kind === undefined ? undefined : ['machine', kind];
}

const OF_MACHINE = /"machine" = \S+ and "(status|type)" = .* order by "id" desc limit/i;

/** The search for text looks through windows of rows, for a time, beside requests. */
const IN_WINDOWS = /\bsearch like\b/;

/** What an index of this part of the rows has is no filter of it. */
const OF_PART = / and state <> 'in_progress'/g;

/** Whether the statement asks for some of an organisation's rows; the first of all need no filter. */
function hasFilter(given: string): boolean {
  const statement = given.replace(OF_PART, '');
  if (IN_WINDOWS.test(statement)) return false;
  const isNewest = /\border by\b.*\blimit\b/is.test(statement) && !/\band\b/i.test(statement);
  return !isNewest && !/\b(max|min)\(/i.test(statement);
}

import type { Kysely } from 'kysely';
import { Failure, usageFailure } from '../../contract/failure.ts';
import type { Connection } from '../database/connection.ts';
import type { Dialect } from '../database/dialect.ts';
import type { OpenDatabase } from '../database/open-options.ts';
import { openDatabase } from '../database/open-store.ts';
import { listOrganisations } from '../organisation/organisation-queries.ts';
import { chosenOrganisation } from './admin.ts';
import { type DatabasePlace, keepServersAway } from './keep-servers-away.ts';
import { sameRows } from './same-rows.ts';

interface CopyOptions {
  readonly from: DatabasePlace;
  /** Made if it is missing; must hold no organisation. */
  readonly to: DatabasePlace;
  /** Slug of the organisation; needed only where the source has several. */
  readonly organisation?: string | undefined;
}

interface Copied {
  readonly organisation: string;
  /** Rows of each table that were written, read back and found equal. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Copies one organisation, as it stands at one moment, into an empty database of either engine. It
 * is one transaction there, in which every row is read back and compared. Throws `Failure` usage for
 * a target that is not empty, and `local` where a server works on the source or a row came back
 * different.
 */
export async function copyOrganisation({ from, to, organisation }: CopyOptions): Promise<Copied> {
  const source = await openDatabase({ ...from, role: 'admin', mustExist: true });
  let letServersIn = () => {};
  try {
    letServersIn = await keepServersAway(from, source.dialect.reading);
    const target = await openDatabase({ ...to, role: 'admin' });
    try {
      const copied = await copyBetween(source, target, organisation);
      await target.dialect.countRows();
      return copied;
    } finally {
      await close(target);
    }
  } finally {
    letServersIn();
    await close(source);
  }
}

async function close({ dialect, release }: OpenDatabase): Promise<void> {
  await dialect.close();
  release();
}

/** Rows of tables that are known by what the database says of itself. */
type AnyTables = Record<string, Record<string, unknown>>;
type AnyConnection = Kysely<AnyTables>;

async function copyBetween(
  { dialect: source }: OpenDatabase,
  { dialect: target }: OpenDatabase,
  slug: string | undefined,
): Promise<Copied> {
  const tables = await tablesOfOrganisation(source.reading);
  const reading = source.reading.transaction().setIsolationLevel('repeatable read');
  return reading.execute(async (read) => {
    const { id, slug: organisation } = await chosenOrganisation(read, slug);
    return target.transact(async (db) => {
      await requireEmpty(db);
      const rows: Record<string, number> = {};
      for (const table of tables) {
        rows[table.name] = await copyTable(asAny(read), asAny(db), table, id);
        if (table.name === 'deliveries') await followTexts(target, db, id);
      }
      return { organisation, rows };
    });
  });
}

function asAny(db: Connection): AnyConnection {
  return db as unknown as AnyConnection;
}

async function requireEmpty(db: Connection): Promise<void> {
  const there = await listOrganisations(db);
  if (there.length === 0) return;
  throw usageFailure(
    'The target is not empty',
    `It holds the organisation ${there.map(({ slug }) => slug).join(', ')} already.`,
    'Copy into a new folder or a new database.',
  );
}

/** Brings the search for text up to date, which is no table of its own in every engine. */
async function followTexts(target: Dialect, db: Connection, organisation: number): Promise<void> {
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('deliveries')
      .select(['id', 'search'])
      .where('organisation', '=', organisation)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute();
    for (const { id, search } of rows) await target.search.update(db, { id, text: search });
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)?.id ?? after;
  }
}

interface OrganisationTable {
  readonly name: string;
  /** The column that says whose row it is. */
  readonly owner: 'id' | 'organisation';
  readonly hasId: boolean;
}

/** The organisation's own row, and every table whose rows belong to one. */
async function tablesOfOrganisation(db: Connection): Promise<readonly OrganisationTable[]> {
  const tables = await db.introspection.getTables();
  const owned = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'organisation'))
    .map(({ columns, name }): OrganisationTable => {
      return { name, owner: 'organisation', hasId: columns.some((column) => column.name === 'id') };
    })
    .sort((left, right) => (left.name < right.name ? -1 : 1));
  return [{ name: 'organisations', owner: 'id', hasId: true }, ...owned];
}

const PAGE_ROWS = 200;

/** Copies the table a page at a time and gives how many rows it has. */
async function copyTable(
  source: AnyConnection,
  target: AnyConnection,
  table: OrganisationTable,
  organisation: number,
): Promise<number> {
  const page = (db: AnyConnection, after: number) => {
    const all = db.selectFrom(table.name).selectAll().where(table.owner, '=', organisation);
    return table.hasId ? all.where('id', '>', after).orderBy('id').limit(PAGE_ROWS) : all;
  };
  let count = 0;
  for (let after = -1; ; ) {
    const rows = await page(source, after).execute();
    for (let at = 0; at < rows.length; at += PAGE_ROWS) {
      await target
        .insertInto(table.name)
        .values(rows.slice(at, at + PAGE_ROWS))
        .execute();
    }
    if (!sameRows(rows, await page(target, after).execute())) throw different(table.name);
    count += rows.length;
    if (!table.hasId || rows.length < PAGE_ROWS) return count;
    after = Number(rows.at(-1)?.['id']);
  }
}

function different(table: string): Failure {
  return new Failure('local', {
    code: 'copy_differs',
    title: 'The copy differs from the original',
    detail: `A row of ${table} did not come back as it was written; nothing was kept.`,
  });
}

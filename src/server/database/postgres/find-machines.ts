import { sql } from 'kysely';
import type { Connection } from '../connection.ts';
import type { MachineFinder } from '../machine-finder.ts';
import type { MachineRow } from '../schema.ts';
import { gather } from './gather.ts';

/** Machines that are found by one statement at most. */
const TOGETHER = { max: 64, patienceMs: 50 };
/** No text of PostgreSQL has it, and a statement with it fails for all who share it. */
const NUL = '\0';

interface Named {
  readonly organisation: MachineRow['organisation'];
  readonly name: string;
}

/**
 * Finds by one statement the machines of all who ask while another such statement is under way: of a
 * statement for each, nearly all that it costs the database and this process is the statement.
 */
export function machinesTogether(db: Connection): MachineFinder {
  const withId = gather({ ...TOGETHER, run: (ids: readonly number[]) => findByIds(db, ids) });
  const named = gather({ ...TOGETHER, run: (asked: readonly Named[]) => findNamed(db, asked) });
  return {
    withId,
    named: async (organisation, name) =>
      name.includes(NUL) ? [] : [...(await named({ organisation, name }))],
  };
}

async function findByIds(
  db: Connection,
  ids: readonly number[],
): Promise<readonly (MachineRow | undefined)[]> {
  const { rows } = await sql<MachineRow>`
    select * from machines where id = ${anyOf(ids, 'bigint[]')}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
}

async function findNamed(
  db: Connection,
  asked: readonly Named[],
): Promise<readonly (readonly MachineRow[])[]> {
  const organisations = asked.map(({ organisation }) => organisation);
  const names = anyOf(
    asked.map(({ name }) => name),
    'text[]',
  );
  const { rows } = await sql<MachineRow>`
    select * from machines where organisation = ${anyOf(organisations, 'bigint[]')}
      and (name = ${names} or hostname = ${names})
    order by id desc`.execute(db);
  return asked.map(({ organisation, name }) =>
    rows.filter(
      (row) => row.organisation === organisation && (row.name === name || row.hostname === name),
    ),
  );
}

/**
 * The values of an array whose length the planner cannot know, so that it keeps one plan for all: to
 * plan takes twice as long as to find some machines.
 */
function anyOf(values: readonly number[] | readonly string[], type: 'bigint[]' | 'text[]') {
  return sql`any(array(select unnest(${[...new Set<unknown>(values)]}::${sql.raw(type)})))`;
}

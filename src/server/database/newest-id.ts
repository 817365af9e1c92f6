import type { Connection } from './connection.ts';

/** Tables whose rows carry ids of the one id source. */
const TABLES = [
  'api_keys',
  'machines',
  'jobs',
  'commands',
  'alerts',
  'channels',
  'sends',
  'issues',
  'people',
  'invitations',
  'app_tokens',
  'audit',
  'deliveries',
  'held_deliveries',
] as const;

/** The greatest row id stored, 0 in an empty database: one step in an index for each table. */
export async function newestId(db: Connection): Promise<number> {
  const organisations = await db.selectFrom('organisations').select('id').execute();
  const ids = organisations.map(({ id }) => id);
  for (const organisation of [...ids]) {
    for (const table of TABLES) {
      const newest = await db
        .selectFrom(table)
        .select((row) => row.fn.max('id').as('id'))
        .where('organisation', '=', organisation)
        .executeTakeFirst();
      ids.push(newest?.id ?? 0);
    }
  }
  return ids.reduce((newest, id) => Math.max(newest, id), 0);
}

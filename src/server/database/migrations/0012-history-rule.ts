import type { Connection } from '../connection.ts';

const KINDS = ['jobs', 'deliveries', 'alerts', 'audit'];

/** For how many days history is kept; null is for ever. */
export async function up(db: Connection): Promise<void> {
  for (const kind of KINDS) {
    await db.schema.alterTable('organisations').addColumn(`keep_${kind}`, 'integer').execute();
  }
  const before = await db.selectFrom('organisations').select('id').limit(1).executeTakeFirst();
  if (before === undefined) return;
  // Its organisations keep everything until a person sets a rule; the next start says so.
  await db.insertInto('deployment').values({ name: 'history_notice', value: 'due' }).execute();
}

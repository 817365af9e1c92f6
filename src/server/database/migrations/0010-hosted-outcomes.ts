import type { Connection } from '../connection.ts';
import type { Dialect } from '../dialect.ts';
import { formatId } from '../row-id.ts';
import { searchTextOf } from '../search/search-text.ts';

/** What a hosted URL receives, loses and refuses is told as deliveries. */
export async function up(db: Connection, { search }: Pick<Dialect, 'search'>): Promise<void> {
  await db.schema
    .alterTable('deliveries')
    .addColumn('webhooks', 'bigint', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('hosted_urls').renameColumn('dropped', 'lost').execute();
  await db.schema
    .alterTable('hosted_urls')
    .addColumn('refused', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await addHeldDeliveries(db, search);
}

/** Of what was received before this version, only this is known. */
async function addHeldDeliveries(db: Connection, search: Dialect['search']): Promise<void> {
  const held = await db
    .selectFrom('held_deliveries')
    .select(['organisation', 'id', 'machine', 'skill', 'received_at', 'sealed'])
    .execute();
  for (const { sealed, ...row } of held) {
    const known = {
      sender_delivery_id: null,
      reason: null,
      code: sealed === null ? 'collected' : 'held',
      path: '/in',
      address: null,
      user_agent: null,
    };
    const text = searchTextOf({ ...known, machine_delivery_id: '' });
    const delivery = { ...row, ...known, machine_delivery_id: formatId('del', row.id) };
    await db
      .insertInto('deliveries')
      .values({
        ...delivery,
        outcome: 'held',
        http_status: 202,
        sender: null,
        headers: '{}',
        via: 'ingress',
        machine_job_id: null,
        job: null,
        content_type: null,
        body_bytes: 0,
        webhooks: 1,
        search: text,
      })
      .execute();
    await search.update(db, { id: row.id, text });
  }
}

import type { Connection } from '../database/connection.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { HeldDeliveryRow } from '../database/tables/webhooks.ts';

type MachineKey = Pick<MachineRow, 'organisation' | 'id'>;

/** Holds a webhook that a hosted URL received and counts it. */
export async function insertHostedDelivery(
  { db }: WriteTransaction,
  row: HeldDeliveryRow,
  month: string,
): Promise<void> {
  await db.insertInto('held_deliveries').values(row).execute();
  await db
    .updateTable('hosted_urls')
    .set((url) => ({ received: url('received', '+', 1) }))
    .where('organisation', '=', row.organisation)
    .where('machine', '=', row.machine)
    .where('skill', '=', row.skill)
    .execute();
  await db
    .insertInto('hosted_counts')
    .values({ organisation: row.organisation, month, received: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation', 'month'])
        .doUpdateSet((count) => ({ received: count('hosted_counts.received', '+', 1) })),
    )
    .execute();
}

function uncollectedOf(db: Connection, machine: MachineKey) {
  return db
    .selectFrom('held_deliveries')
    .where('organisation', '=', machine.organisation)
    .where('machine', '=', machine.id)
    .where('sealed', 'is not', null);
}

/** What the machine has not collected, oldest first. */
export function uncollectedDeliveries(
  db: Connection,
  machine: MachineKey,
  limit: number,
): Promise<HeldDeliveryRow[]> {
  return uncollectedOf(db, machine).selectAll().orderBy('id').limit(limit).execute();
}

/** Whether a machine has something to collect. */
export async function hasUncollected(db: Connection, machine: MachineKey): Promise<boolean> {
  const found = await uncollectedOf(db, machine).select('id').limit(1).execute();
  return found.length > 0;
}

export function findHostedDelivery(
  db: Connection,
  machine: MachineKey,
  id: number,
): Promise<HeldDeliveryRow | undefined> {
  return db
    .selectFrom('held_deliveries')
    .selectAll()
    .where('organisation', '=', machine.organisation)
    .where('machine', '=', machine.id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Overwrites what the machine has on its own disk now; the row stays until the machine has decided on it. */
export async function markCollected(
  { db }: WriteTransaction,
  machine: MachineKey,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('held_deliveries')
    .set({ sealed: null })
    .where('organisation', '=', machine.organisation)
    .where('machine', '=', machine.id)
    .where('id', 'in', ids)
    .execute();
}

export async function deleteHostedDelivery(
  { db }: WriteTransaction,
  { organisation, id }: Pick<HeldDeliveryRow, 'organisation' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('held_deliveries')
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .execute();
}

/** Held rows of every organisation that were received before a moment. */
export function hostedDeliveriesBefore(db: Connection, ms: number): Promise<HeldDeliveryRow[]> {
  return db
    .selectFrom('held_deliveries')
    .selectAll()
    .where('received_at', '<', ms)
    .orderBy('received_at')
    .limit(1000)
    .execute();
}

/** Counts a webhook that its machine never collected. */
export async function countDropped(
  { db }: WriteTransaction,
  { organisation, machine, skill }: HeldDeliveryRow,
): Promise<void> {
  await db
    .updateTable('hosted_urls')
    .set((url) => ({ dropped: url('dropped', '+', 1) }))
    .where('organisation', '=', organisation)
    .where('machine', '=', machine)
    .where('skill', '=', skill)
    .execute();
}

/** How many wait for each machine and skill of an organisation. */
export function countUncollected(
  db: Connection,
  organisation: number,
): Promise<{ machine: number; skill: string; count: number }[]> {
  return db
    .selectFrom('held_deliveries')
    .select((held) => ['machine', 'skill', held.fn.countAll<number>().as('count')] as const)
    .where('organisation', '=', organisation)
    .where('sealed', 'is not', null)
    .groupBy(['machine', 'skill'])
    .execute();
}

/** How many wait for one skill. */
export async function countUncollectedOfUrl(
  db: Connection,
  { organisation, machine, skill }: Pick<HeldDeliveryRow, 'organisation' | 'machine' | 'skill'>,
): Promise<number> {
  const { count } = await uncollectedOf(db, { organisation, id: machine })
    .select((held) => held.fn.countAll<number>().as('count'))
    .where('skill', '=', skill)
    .executeTakeFirstOrThrow();
  return Number(count);
}

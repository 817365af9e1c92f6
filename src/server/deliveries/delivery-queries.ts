import type { Connection } from '../database/connection.ts';
import { type DeliveryFilter, filteredDeliveries } from '../database/search/delivery-filter.ts';
import { forgetDaysOfIds } from '../database/statistics/keep-days.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { DeliveryRow } from '../database/tables/webhooks.ts';

/** Whether any delivery passes a filter. */
export async function hasDelivery(
  db: Connection,
  organisation: number,
  filter: DeliveryFilter,
): Promise<boolean> {
  const found = await filteredDeliveries(db, organisation, filter).select('id').limit(1).execute();
  return found.length > 0;
}

function deliveriesOf(db: Connection, organisation: number) {
  return db.selectFrom('deliveries').selectAll().where('organisation', '=', organisation);
}

export function findDelivery(
  db: Connection,
  organisation: number,
  id: number,
): Promise<DeliveryRow | undefined> {
  return deliveriesOf(db, organisation).where('id', '=', id).executeTakeFirst();
}

/** The delivery that this machine calls this. */
export function findMachineDelivery(
  db: Connection,
  machine: { readonly organisation: number; readonly id: number },
  machineDeliveryId: string,
): Promise<DeliveryRow | undefined> {
  return deliveriesOf(db, machine.organisation)
    .where('machine', '=', machine.id)
    .where('machine_delivery_id', '=', machineDeliveryId)
    .executeTakeFirst();
}

/** Deliveries whose machine calls them this, newest first; machines may use the same id. */
export function findDeliveriesOfMachineId(
  db: Connection,
  organisation: number,
  machineDeliveryId: string,
): Promise<DeliveryRow[]> {
  return deliveriesOf(db, organisation)
    .where('machine_delivery_id', '=', machineDeliveryId)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
}

/** Adds a delivery, or replaces what is known of it; `previous` is what was stored. */
export async function saveDelivery(
  transaction: WriteTransaction,
  row: DeliveryRow,
  previous: DeliveryRow | undefined,
): Promise<void> {
  const { db, indexText } = transaction;
  await forgetDaysOfIds(transaction, row.organisation, [row.id]);
  if (previous === undefined) {
    await db.insertInto('deliveries').values(row).execute();
  } else {
    await db
      .updateTable('deliveries')
      .set(row)
      .where('organisation', '=', row.organisation)
      .where('id', '=', row.id)
      .execute();
  }
  await indexText({ id: row.id, text: row.search, previous: previous?.search });
}

/** Adds webhooks to the delivery that stands for several; false where there is none. */
export async function addToDelivery(
  transaction: WriteTransaction,
  key: Pick<DeliveryRow, 'organisation' | 'machine' | 'machine_delivery_id'>,
  webhooks: number,
): Promise<boolean> {
  const changed = await transaction.db
    .updateTable('deliveries')
    .set((delivery) => ({ webhooks: delivery('webhooks', '+', webhooks) }))
    .where('organisation', '=', key.organisation)
    .where('machine', '=', key.machine)
    .where('machine_delivery_id', '=', key.machine_delivery_id)
    .returning('id')
    .execute();
  const ids = changed.map(({ id }) => id);
  await forgetDaysOfIds(transaction, key.organisation, ids);
  return ids.length > 0;
}

/** Links deliveries and jobs of a machine that name each other, once both are known. */
export async function linkDeliveries(
  { db }: WriteTransaction,
  machine: { readonly organisation: number; readonly id: number },
  machineJobIds: readonly string[],
): Promise<void> {
  if (machineJobIds.length === 0) return;
  await db
    .updateTable('deliveries')
    .set((delivery) => ({
      job: delivery
        .selectFrom('jobs')
        .select('jobs.id')
        .where('jobs.organisation', '=', machine.organisation)
        .where('jobs.machine', '=', machine.id)
        .whereRef('jobs.machine_job_id', '=', 'deliveries.machine_job_id'),
    }))
    .where('organisation', '=', machine.organisation)
    .where('machine', '=', machine.id)
    .where('machine_job_id', 'in', machineJobIds)
    .where('job', 'is', null)
    .execute();
}

import type { SelectQueryBuilder } from 'kysely';
import type { Connection } from '../connection.ts';
import type { Tables } from '../schema.ts';
import type { DeliveryRow } from '../tables/webhooks.ts';

/** What a list is narrowed to; ids carry the time of receipt. */
export interface DeliveryFilter {
  readonly machine?: number | undefined;
  readonly skill?: string | undefined;
  /** Any text; one that is no outcome matches nothing. */
  readonly outcome?: string | undefined;
  readonly via?: DeliveryRow['via'] | undefined;
  readonly sender_delivery_id?: string | undefined;
  readonly machine_job_id?: string | undefined;
  /** The least id and the first one too great. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Deliveries of an organisation that pass a filter, without columns or order. */
export function filteredDeliveries(
  db: Connection,
  organisation: number,
  filter: DeliveryFilter,
): SelectQueryBuilder<Tables, 'deliveries', object> {
  let query = db.selectFrom('deliveries').where('organisation', '=', organisation);
  const { machine, skill, outcome, via, sender_delivery_id: sender, machine_job_id: job } = filter;
  if (machine !== undefined) query = query.where('machine', '=', machine);
  if (skill !== undefined) query = query.where('skill', '=', skill);
  if (outcome !== undefined) {
    query = query.where('outcome', '=', outcome as DeliveryRow['outcome']);
  }
  if (via !== undefined) query = query.where('via', '=', via);
  if (sender !== undefined) query = query.where('sender_delivery_id', '=', sender);
  if (job !== undefined) query = query.where('machine_job_id', '=', job);
  if (filter.from !== undefined) query = query.where('id', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('id', '<', filter.to);
  return query;
}

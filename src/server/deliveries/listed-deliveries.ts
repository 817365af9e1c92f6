import type { SelectQueryBuilder } from 'kysely';
import type { Connection } from '../database/connection.ts';
import { type PageRequest, rowsWithin } from '../database/page.ts';
import type { Tables } from '../database/schema.ts';
import { type DeliveryFilter, filteredDeliveries } from '../database/search/delivery-filter.ts';
import type { DeliveryRow } from '../database/tables/webhooks.ts';

/** What a summary shows, and no more, since a list has a hundred of them. */
const LISTED = [
  'organisation',
  'id',
  'machine',
  'machine_delivery_id',
  'sender_delivery_id',
  'skill',
  'received_at',
  'outcome',
  'reason',
  'code',
  'http_status',
  'path',
  'address',
  'user_agent',
  'sender',
  'via',
  'job',
  'machine_job_id',
  'content_type',
  'body_bytes',
  'webhooks',
] as const satisfies readonly (keyof DeliveryRow)[];

/** What is read of a delivery for a list. */
export type ListedDeliveryRow = Pick<DeliveryRow, (typeof LISTED)[number]>;

export interface ListedDelivery extends ListedDeliveryRow {
  readonly machine_name: string | null;
  /** Its own id, where its body is kept. */
  readonly kept_body: number | null;
}

interface ListedAt extends PageRequest {
  /** When bodies are to be kept still. */
  readonly now: number;
}

/** Newest first, one row more than the limit (`toPage`), with what is shown beside each, in one statement. */
export function listDeliveries(
  db: Connection,
  organisation: number,
  filter: DeliveryFilter,
  request: ListedAt,
): Promise<ListedDelivery[]> {
  const { before, limit, now } = request;
  let query = filteredDeliveries(db, organisation, filter);
  if (before !== undefined) query = query.where('id', '<', before);
  const newest = query.orderBy('id', 'desc').limit(rowsWithin(request, filter));
  return listed(db, newest, now)
    .limit(limit + 1)
    .execute();
}

/** The deliveries with these ids, newest first. */
export async function findListedDeliveries(
  db: Connection,
  organisation: number,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<ListedDelivery[]> {
  if (ids.length === 0) return [];
  return listed(db, filteredDeliveries(db, organisation, {}).where('id', 'in', ids), now).execute();
}

function listed(
  db: Connection,
  deliveries: SelectQueryBuilder<Tables, 'deliveries', object>,
  now: number,
) {
  return db
    .selectFrom(deliveries.select(LISTED).as('page'))
    .leftJoin('machines', (join) =>
      join
        .onRef('machines.organisation', '=', 'page.organisation')
        .onRef('machines.id', '=', 'page.machine'),
    )
    .selectAll('page')
    .select('machines.name as machine_name')
    .select(({ selectFrom }) =>
      selectFrom('delivery_bodies')
        .whereRef('delivery_bodies.organisation', '=', 'page.organisation')
        .whereRef('delivery_bodies.id', '=', 'page.id')
        .where('expires_at', '>', now)
        .select('delivery_bodies.id')
        .as('kept_body'),
    )
    .orderBy('page.id', 'desc');
}

import { formatId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { DeliveryRow } from '../database/tables/webhooks.ts';

/** So many bodies of rejected webhooks and duplicates are kept of one skill of a machine: strangers make these. */
export const REJECTED_BODIES_MAX = 100;
export const REJECTED_BYTES_MAX = 5 * 1024 * 1024;

/** Whether somebody can have such deliveries made without a signature, or by repeating one. */
export function isRejected({ outcome }: Pick<DeliveryRow, 'outcome'>): boolean {
  return outcome === 'rejected' || outcome === 'duplicate';
}

/** The skill of a machine to which a rejected body is counted, as `delivery_bodies` names it. */
export function ownerOfRejected(machine: Pick<MachineRow, 'id'>, skill: string): string {
  return `${formatId('mac', machine.id)} ${skill}`;
}

/** Deletes the oldest bodies beyond what is kept of one skill. */
export async function deleteSurplusBodies(
  { db }: WriteTransaction,
  organisation: number,
  owner: string,
): Promise<void> {
  const newestFirst = await db
    .selectFrom('delivery_bodies')
    .select(['id', 'bytes'])
    .where('organisation', '=', organisation)
    .where('rejected_of', '=', owner)
    .orderBy('id', 'desc')
    .execute();
  const surplus = newestFirst.slice(countOfKept(newestFirst)).map(({ id }) => id);
  if (surplus.length === 0) return;
  await db
    .deleteFrom('delivery_bodies')
    .where('organisation', '=', organisation)
    .where('id', 'in', surplus)
    .execute();
}

function countOfKept(newestFirst: readonly { readonly bytes: number }[]): number {
  let sum = 0;
  const end = newestFirst.findIndex(({ bytes }, place) => {
    sum += bytes;
    return place >= REJECTED_BODIES_MAX || sum > REJECTED_BYTES_MAX;
  });
  return end < 0 ? newestFirst.length : end;
}

/** A webhook that its machine has accepted after all keeps its body for the whole time. */
export async function releaseBody(
  { db }: WriteTransaction,
  { organisation, id }: { readonly organisation: number; readonly id: number },
): Promise<void> {
  await db
    .updateTable('delivery_bodies')
    .set({ rejected_of: null })
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .execute();
}

import type { Call } from '../catalogue/operation.ts';
import { findOrganisation } from './organisation-queries.ts';

/** Whether the caller's organisation keeps webhook bodies now. */
export async function keepsBodies({
  service,
  caller,
}: Pick<Call, 'service' | 'caller'>): Promise<boolean> {
  const row = await service.store.read((db) => findOrganisation(db, caller.organisation));
  return row?.store_payloads === 1;
}

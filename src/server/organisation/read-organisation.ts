import type { Caller } from '../access/caller.ts';
import { formatId } from '../database/row-id.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { findOrganisation } from './organisation-queries.ts';

/** The caller's organisation as every key may see it. */
export async function readOrganisation(
  service: Service,
  caller: Caller,
): Promise<{ readonly id: string; readonly slug: string; readonly name: string }> {
  const row = await service.store.read((db) => findOrganisation(db, caller.organisation));
  if (row === undefined) throw new Refusal('internal', 'The organisation of the key is gone.');
  return { id: formatId('org', row.id), slug: row.slug, name: row.name };
}

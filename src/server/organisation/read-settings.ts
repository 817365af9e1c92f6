import { formatId } from '../database/row-id.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { findOrganisation } from './organisation-queries.ts';

/** The settings of an organisation as every key may see them. */
export async function readSettings({ store }: Service, organisation: number) {
  const row = await store.read((db) => findOrganisation(db, organisation));
  if (row === undefined) throw new Refusal('internal', 'The organisation of the key is gone.');
  const { slug, name, plan } = row;
  const storePayloads = row.store_payloads === 1;
  return { id: formatId('org', row.id), slug, name, plan, store_payloads: storePayloads };
}

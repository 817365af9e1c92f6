import { z } from 'zod';
import { SCOPES } from '../../contract/scope.ts';
import type { Caller } from '../access/caller.ts';
import { id } from '../catalogue/record-fields.ts';
import { formatId } from '../database/row-id.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { roleSchema } from './member-record.ts';
import { findOrganisation } from './organisation-queries.ts';

export const scopeSchema = z.enum(SCOPES);

/** The organisation as every key may see it. */
export const organisationSchema = z.strictObject({
  id: id('org'),
  slug: z.string(),
  name: z.string(),
});

/** The settings of an organisation. */
export const settingsSchema = organisationSchema
  .extend({ plan: z.string(), store_payloads: z.boolean() })
  .meta({ id: 'Settings' });
/** The response of `GET /me`. */
export const meSchema = z
  .strictObject({
    organisation: organisationSchema,
    key_name: z.string(),
    scope: scopeSchema,
    scopes: z.array(scopeSchema),
    role: roleSchema,
  })
  .meta({ id: 'Me' });

/** The caller's organisation as every key may see it. */
export async function readOrganisation(
  service: Service,
  caller: Caller,
): Promise<{ readonly id: string; readonly slug: string; readonly name: string }> {
  const row = await service.store.read((db) => findOrganisation(db, caller.organisation));
  if (row === undefined)
    throw new Refusal('internal', 'The organisation of the key does not exist any more.');
  return { id: formatId('org', row.id), slug: row.slug, name: row.name };
}

/** The settings of an organisation as every key may see them. */
export async function readSettings({ store }: Service, organisation: number) {
  const row = await store.read((db) => findOrganisation(db, organisation));
  if (row === undefined)
    throw new Refusal('internal', 'The organisation of the key does not exist any more.');
  const { slug, name, plan } = row;
  const storePayloads = row.store_payloads === 1;
  return { id: formatId('org', row.id), slug, name, plan, store_payloads: storePayloads };
}

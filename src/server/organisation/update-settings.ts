import { z } from 'zod';
import { settingsOf } from '../audit/audit-details.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { text } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { updateOrganisation } from './organisation-queries.ts';
import { readSettings, settingsSchema } from './organisation-record.ts';

export const updateSettings = defineOperation({
  name: 'update_settings',
  description:
    'Renames the organisation, or sets whether the service keeps webhook bodies; when it does not, none is kept from then on.',
  scope: 'fleet:admin',
  class: 'write',
  input: z
    .strictObject({
      name: text(1, 100, "The organisation's new name.").optional(),
      store_payloads: z.boolean().describe('Whether webhook bodies are kept.').optional(),
    })
    .refine((input) => Object.keys(input).length > 0, {
      message: 'At least one of `name` and `store_payloads` is needed.',
    }),
  responses: { 200: settingsSchema },
  refusals: [],
  async run(call, { name, store_payloads: storePayloads }) {
    const { organisation } = call.caller;
    await call.service.store.write(async (transaction) => {
      await updateOrganisation(transaction, organisation, {
        ...(name === undefined ? {} : { name }),
        ...(storePayloads === undefined ? {} : { store_payloads: storePayloads ? 1 : 0 }),
      });
      await recordAudit(transaction, call, {
        action: 'settings.update',
        changed: settingsOf({ name, store_payloads: storePayloads }),
      });
    });
    return { body: await readSettings(call.service, organisation) };
  },
});

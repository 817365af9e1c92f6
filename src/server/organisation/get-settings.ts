import { z } from 'zod';
import { defineOperation } from '../catalogue/operation.ts';
import { readSettings, settingsSchema } from './organisation-record.ts';

export const getSettings = defineOperation({
  name: 'get_settings',
  description: "The organisation's name, slug and plan, and whether it keeps webhook bodies.",
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({}),
  responses: { 200: settingsSchema },
  refusals: [],
  async run({ service, caller }) {
    return { body: await readSettings(service, caller.organisation) };
  },
});

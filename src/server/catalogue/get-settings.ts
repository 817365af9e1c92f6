import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { settingsOf } from './part/settings-of.ts';
import { settings } from './record/organisation.ts';

export const getSettings = defineOperation({
  name: 'get_settings',
  description: "The organisation's name, slug and plan, and whether it keeps webhook bodies.",
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({}),
  answers: { 200: settings },
  refusals: [],
  async run({ service, caller }) {
    return { body: await settingsOf(service, caller.organisation) };
  },
});

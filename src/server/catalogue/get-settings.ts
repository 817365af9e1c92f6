import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { settingsOf } from './part/settings-of.ts';

export const getSettings = defineOperation({
  name: 'get_settings',
  description: "The organisation's name, slug and plan, and whether it keeps webhook bodies.",
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({}),
  async run({ service, caller }) {
    return { body: await settingsOf(service, caller.organisation) };
  },
});

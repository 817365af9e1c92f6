import { z } from 'zod';
import { defineOperation } from '../catalogue/operation.ts';
import { settings } from './organisation-record.ts';
import { settingsOf } from './read-settings.ts';

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

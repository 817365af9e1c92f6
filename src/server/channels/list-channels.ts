import { z } from 'zod';
import { defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { listChannels as listRows } from './channel-queries.ts';
import { channelSchema, toChannelRecord } from './channel-record.ts';

export const listChannels = defineOperation({
  name: 'list_channels',
  description:
    'Notification channels: which alert types each carries, on or off, and its last delivery or error. For a URL, only its host is shown.',
  scope: 'fleet:admin',
  class: 'read',
  input: z.strictObject({}),
  responses: { 200: listOf('channels', channelSchema) },
  refusals: [],
  async run({ service, caller }) {
    const rows = await service.store.read((db) => listRows(db, caller.organisation));
    return { body: { channels: rows.map(toChannelRecord), next_before: null } };
  },
});

import { z } from 'zod';
import { anyText } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { maybeText } from '../catalogue/record-fields.ts';
import { channelSchema as channelRecord, toChannelRecord } from './channel-record.ts';
import { sendTestAlert as send } from './send-test-alert.ts';

export const testChannel = defineOperation({
  name: 'test_channel',
  description: 'Sends a sample alert to a notification channel and records whether it arrived.',
  scope: 'fleet:admin',
  class: 'write',
  input: z.strictObject({ channel: anyText("The channel's id.") }),
  answers: {
    200: z.strictObject({ delivered: z.boolean(), error: maybeText, channel: channelRecord }),
  },
  refusals: ['unknown_channel'],
  async run(call, input) {
    const { channel, outcome } = await send(call, input.channel);
    const error = outcome.state === 'failed' ? outcome.error : null;
    return { body: { delivered: error === null, error, channel: toChannelRecord(channel) } };
  },
});

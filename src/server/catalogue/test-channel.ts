import { z } from 'zod';
import { channelView } from '../fleet/channel-view.ts';
import { testChannel as send } from '../fleet/test-channel.ts';
import { anyText } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { channel as channelRecord } from './record/alert.ts';
import { maybeText } from './record/value.ts';

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
    return { body: { delivered: error === null, error, channel: channelView(channel) } };
  },
});

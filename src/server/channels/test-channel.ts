import { z } from 'zod';
import { CHANNEL_TESTS_PER_MINUTE } from '../../contract/limits.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { anyText } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import { maybeText } from '../catalogue/record-fields.ts';
import { parseId } from '../database/row-id.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { ChannelRow } from '../database/tables/notifications.ts';
import { Refusal } from '../refusal.ts';
import { type AlertMessage, alertMessage } from './alert-message.ts';
import { findChannel } from './channel-queries.ts';
import { alertTypesOf, channelSchema, channelSubject, toChannelRecord } from './channel-record.ts';
import { insertNotification, nthNewestTestTime } from './notification-queries.ts';
import { CLAIM_MS, type SendOutcome } from './notification-state.ts';
import { type ClaimedNotification, recordOutcome, sendNotification } from './send-notification.ts';

export const testChannel = defineOperation({
  name: 'test_channel',
  description: 'Sends a sample alert to a notification channel and records whether it arrived.',
  scope: 'fleet:admin',
  class: 'write',
  input: z.strictObject({ channel: anyText("The channel's id.") }),
  responses: {
    200: z.strictObject({ delivered: z.boolean(), error: maybeText, channel: channelSchema }),
  },
  refusals: ['unknown_channel'],
  async run(call, input) {
    const { channel, outcome } = await sendTestAlert(call, input.channel);
    const error = outcome.state === 'failed' ? outcome.error : null;
    return { body: { delivered: error === null, error, channel: toChannelRecord(channel) } };
  },
});

const MINUTE_MS = 60_000;

interface TestedChannel {
  readonly channel: ChannelRow;
  readonly outcome: SendOutcome;
}

/**
 * Sends a sample alert to a channel, on or off, and records whether it arrived. It is tried once.
 * Throws `Refusal` `unknown_channel`; `rate_limited` beyond five tests of the channel in a minute.
 */
async function sendTestAlert(call: Call, named: string): Promise<TestedChannel> {
  const { store } = call.service;
  const claimed = await store.write((transaction) => claimTest(transaction, call, named));
  const outcome = await sendNotification(call.service, claimed, call.signal);
  const channel = await store.write((transaction) => recordOutcome(transaction, claimed, outcome));
  return { channel: channel ?? claimed.channel, outcome };
}

async function claimTest(
  transaction: WriteTransaction,
  call: Call,
  named: string,
): Promise<ClaimedNotification> {
  const { organisation } = call.caller;
  const id = parseId('chn', named);
  const channel =
    id === undefined ? undefined : await findChannel(transaction.db, { organisation, id });
  if (channel === undefined) {
    throw new Refusal(
      'unknown_channel',
      `No notification channel has the id ${JSON.stringify(named)}.`,
    );
  }
  await requireRoomForTest(transaction, channel);
  await recordAudit(transaction, call, {
    action: 'channel.test',
    subject: channelSubject(channel),
  });
  const send = await insertNotification(transaction, {
    organisation,
    purpose: 'test',
    channel: channel.id,
    alert: null,
    body: JSON.stringify(sampleAlert(transaction, channel)),
    tries: 1,
    due_at: transaction.now + CLAIM_MS,
  });
  return { send, channel };
}

/** Counts the tests that are stored, so that the limit holds over several processes. */
async function requireRoomForTest(
  { db, now }: WriteTransaction,
  { organisation, id: channel }: ChannelRow,
): Promise<void> {
  const earliest = await nthNewestTestTime(
    db,
    { organisation, channel },
    { since: now - MINUTE_MS, until: now, place: CHANNEL_TESTS_PER_MINUTE },
  );
  if (earliest === undefined) return;
  const retryAfterSeconds = Math.ceil((earliest + MINUTE_MS - now) / 1000);
  throw new Refusal(
    'rate_limited',
    `A channel is tested at most ${CHANNEL_TESTS_PER_MINUTE} times in a minute; wait ${retryAfterSeconds} seconds.`,
    { retryAfterSeconds },
  );
}

/** An alert of a type that the channel carries, about no machine, with an id that no alert has. */
function sampleAlert(transaction: WriteTransaction, channel: ChannelRow): AlertMessage {
  const sample = alertMessage({
    id: transaction.newId(),
    type: alertTypesOf(channel)[0] ?? 'needs_human',
    state: 'open',
    machine: 0,
    job: null,
    title: 'Sample alert: this channel works',
    opened_at: transaction.now,
  });
  return { ...sample, machine: 'sample' };
}

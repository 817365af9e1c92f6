import type { WriteTransaction } from '../database/store.ts';
import type { ChannelRow, SendRow } from '../database/tables/notifications.ts';
import type { Service } from '../service.ts';
import { type AlertMessage, alertUrl } from './alert-message.ts';
import { updateChannel } from './channel-queries.ts';
import { updateNotification } from './notification-queries.ts';
import { type SendOutcome, stateAfterTry } from './notification-state.ts';
import { postJson } from './post-json.ts';

/** A notification that this process has claimed, with the channel it goes to. */
export interface ClaimedNotification {
  readonly send: SendRow;
  readonly channel: ChannelRow;
}

/**
 * One try: a webhook is really posted to; chat and email have no server here, so that the send itself
 * is the record.
 */
export async function sendNotification(
  { clock, baseUrl }: Pick<Service, 'clock' | 'baseUrl'>,
  { send, channel }: ClaimedNotification,
  signal: AbortSignal,
): Promise<SendOutcome> {
  if (channel.kind !== 'webhook') return { state: 'recorded' };
  const message: AlertMessage = JSON.parse(send.body);
  const body = { ...message, url: alertUrl(message, baseUrl()) };
  const error = await postJson({ address: channel.address, body, clock, signal });
  return error === undefined ? { state: 'delivered' } : { state: 'failed', error };
}

/**
 * Writes how a try went to the send and its channel; not to a send that another process has claimed
 * since. Gives the channel as it then stands, or undefined.
 */
export async function recordOutcome(
  transaction: WriteTransaction,
  { send, channel }: ClaimedNotification,
  outcome: SendOutcome,
): Promise<ChannelRow | undefined> {
  const { now } = transaction;
  const ended = await updateNotification(transaction, send, stateAfterTry(send, outcome, now));
  if (ended === undefined) return undefined;
  return updateChannel(
    transaction,
    channel,
    outcome.state === 'failed'
      ? { last_error: outcome.error, last_error_at: now }
      : { last_delivery_at: now, last_error: null, last_error_at: null },
  );
}

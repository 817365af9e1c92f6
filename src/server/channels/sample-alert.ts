import type { WriteTransaction } from '../database/store.ts';
import type { ChannelRow } from '../database/tables/notifications.ts';
import { type AlertMessage, alertMessage } from './alert-message.ts';
import { alertTypesOf } from './channel-record.ts';

/** An alert of a type that the channel carries, about no machine, with an id that no alert has. */
export function sampleAlert(transaction: WriteTransaction, channel: ChannelRow): AlertMessage {
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

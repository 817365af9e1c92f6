import type { ChannelRow } from '../store/notification-tables.ts';
import type { WriteTransaction } from '../store/store.ts';
import { type AlertMessage, alertMessage } from './alert-message.ts';
import { alertTypesOf } from './channel-view.ts';

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

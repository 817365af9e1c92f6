import type { AlertRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { alertMessage } from './alert-message.ts';
import { listChannels } from './channel-queries.ts';
import { alertTypesOf } from './channel-record.ts';
import { insertNotification } from './notification-queries.ts';

/**
 * Stores a notification for each enabled channel that carries the alert's type, in the transaction
 * that opens or resolves the alert. It is sent after the commit (`notification-sender.ts`).
 */
export async function notifyChannels(
  transaction: WriteTransaction,
  alert: AlertRow,
): Promise<void> {
  const { organisation, id } = alert;
  const body = JSON.stringify(alertMessage(alert));
  for (const channel of await listChannels(transaction.db, organisation)) {
    if (channel.enabled === 0 || !alertTypesOf(channel).includes(alert.type)) continue;
    await insertNotification(transaction, {
      organisation,
      purpose: 'alert',
      channel: channel.id,
      alert: id,
      body,
      tries: 0,
      due_at: transaction.now,
    });
  }
}

import { listChannels } from '../store/channels.ts';
import type { AlertRow } from '../store/schema.ts';
import { insertSend } from '../store/sends.ts';
import type { WriteTransaction } from '../store/store.ts';
import { alertMessage } from './alert-message.ts';
import { alertTypesOf } from './channel-view.ts';

/**
 * Writes what each channel that is on and carries the alert's type is to be told, in the transaction
 * that opens or resolves the alert; it is sent once that is committed (`send-due.ts`).
 */
export async function notifyChannels(
  transaction: WriteTransaction,
  alert: AlertRow,
): Promise<void> {
  const { organisation, id } = alert;
  const body = JSON.stringify(alertMessage(alert));
  for (const channel of await listChannels(transaction.db, organisation)) {
    if (channel.enabled === 0 || !alertTypesOf(channel).includes(alert.type)) continue;
    await insertSend(transaction, {
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

import { isBeyondFirst } from '../alerts/alert-queries.ts';
import type { AlertRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { alertMessage } from './alert-message.ts';
import { listChannels } from './channel-queries.ts';
import { alertTypesOf } from './channel-record.ts';
import { insertNotification } from './notification-queries.ts';

/** So many alerts of one machine are sent of those that it opens in ten minutes; lists have all. */
export const SENT_OF_MACHINE = { count: 100, withinMs: 10 * 60 * 1000 } as const;

/**
 * Stores a notification for each enabled channel that carries the alert's type, in the transaction
 * that opens or resolves the alert. It is sent after the commit (`notification-sender.ts`). Of a machine
 * that opens very many alerts only the first are sent: those of the others would wait behind them.
 */
export async function notifyChannels(
  transaction: WriteTransaction,
  alert: AlertRow,
): Promise<void> {
  const { organisation, id } = alert;
  const body = JSON.stringify(alertMessage(alert));
  const channels = (await listChannels(transaction.db, organisation)).filter(
    (channel) => channel.enabled === 1 && alertTypesOf(channel).includes(alert.type),
  );
  if (channels.length === 0 || (await isBeyondFirst(transaction.db, alert, SENT_OF_MACHINE)))
    return;
  for (const channel of channels) {
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

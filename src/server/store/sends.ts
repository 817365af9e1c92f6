import type { SendRow } from './notification-tables.ts';
import type { WriteTransaction } from './store.ts';

/** A mail to a person. The reference server has no mail server: its mails are recorded only. */
export async function recordMail(
  transaction: WriteTransaction,
  mail: Pick<SendRow, 'organisation' | 'issue' | 'body'> & { readonly address: string },
): Promise<void> {
  const { now } = transaction;
  const row: SendRow = {
    ...mail,
    id: transaction.newId(),
    purpose: 'issue',
    channel: null,
    alert: null,
    state: 'recorded',
    tries: 1,
    due_at: null,
    error: null,
    created_at: now,
    ended_at: now,
  };
  await transaction.db.insertInto('sends').values(row).execute();
}

import { recordAudit } from '../audit/record-audit.ts';
import type { Call } from '../catalogue/operation.ts';
import { notifyChannels } from '../channels/on-alert-changed.ts';
import { parseId } from '../database/row-id.ts';
import type { AlertRow } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';
import { findOpenAlert, resolveAlert } from './alert-queries.ts';

/**
 * Resolves an open alert while its condition may go on: it opens again only once the condition has
 * ended and begun anew (specification, "Moves that are shown"). Throws `unknown_alert`.
 */
export function dismissOpenAlert(call: Call, named: string): Promise<AlertRow> {
  const id = parseId('alt', named);
  return call.service.store.write(async (transaction) => {
    const alert =
      id === undefined
        ? undefined
        : await findOpenAlert(transaction.db, call.caller.organisation, id);
    if (alert === undefined) {
      throw new Refusal('unknown_alert', `No open alert has the id ${JSON.stringify(named)}.`);
    }
    const resolved = await resolveAlert(transaction, alert);
    await notifyChannels(transaction, resolved);
    await recordAudit(transaction, call, {
      action: 'alert.dismiss',
      machine: alert.machine,
      ...(alert.job === null ? {} : { job: alert.job }),
    });
    return resolved;
  });
}

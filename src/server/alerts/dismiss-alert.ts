import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { text } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import { formatId, parseId } from '../database/row-id.ts';
import type { AlertRow } from '../database/schema.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { Refusal } from '../refusal.ts';
import { alertChanged } from './alert-events.ts';
import { findOpenAlert, resolveAlert } from './alert-queries.ts';
import { alertSchema, toAlertRecord } from './alert-record.ts';

export const dismissAlert = defineOperation({
  name: 'dismiss_alert',
  description:
    'Resolves an open alert. It opens again only if its condition clears and then recurs.',
  scope: 'fleet:run',
  class: 'write',
  input: z.strictObject({ alert: text(1, 64, "The alert's id.") }),
  responses: { 200: alertSchema },
  refusals: ['unknown_alert'],
  async run(call, input) {
    const alert = await dismiss(call, input.alert);
    const machine = await call.service.store.read((db) =>
      findMachine(db, alert.organisation, alert.machine),
    );
    return { body: toAlertRecord(alert, machine) };
  },
});

/** Resolves an open alert while its condition may last. Throws `Refusal` `unknown_alert`. */
function dismiss(call: Call, named: string): Promise<AlertRow> {
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
    await transaction.emit(alertChanged, resolved);
    await recordAudit(transaction, call, {
      action: 'alert.dismiss',
      machine: alert.machine,
      subject: { kind: 'alert', id: formatId('alt', alert.id), name: alert.type },
      ...(alert.job === null ? {} : { job: alert.job }),
    });
    return resolved;
  });
}

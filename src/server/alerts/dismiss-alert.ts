import { z } from 'zod';
import { text } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { alertSchema as alertRecord } from './alert-record.ts';
import { toAlertRecord } from './alert-view.ts';
import { dismissOpenAlert as dismiss } from './dismiss-open-alert.ts';

export const dismissAlert = defineOperation({
  name: 'dismiss_alert',
  description:
    'Resolves an open alert. It opens again only if its condition clears and then recurs.',
  scope: 'fleet:run',
  class: 'write',
  input: z.strictObject({ alert: text(1, 64, "The alert's id.") }),
  answers: { 200: alertRecord },
  refusals: ['unknown_alert'],
  async run(call, input) {
    const alert = await dismiss(call, input.alert);
    const machine = await call.service.store.read((db) =>
      findMachine(db, alert.organisation, alert.machine),
    );
    return { body: toAlertRecord(alert, machine) };
  },
});

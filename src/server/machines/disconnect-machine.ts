import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { machineName } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { findMachine } from './machine-queries.ts';
import { machineSummarySchema, toMachineSummary } from './machine-record.ts';
import { statusContextOf } from './machine-status.ts';
import { requirePaired, resolveMachine } from './resolve-machine.ts';
import { unpairMachine } from './unpair-machine.ts';

export const disconnectMachine = defineOperation({
  name: 'disconnect_machine',
  description:
    'Ends the pairing of a machine: its token is revoked, its pending commands are cancelled and its syncing stops at once. Pairing again makes a new machine. Confirm with the person first.',
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({ machine: machineName() }),
  responses: { 200: machineSummarySchema },
  refusals: ['unknown_machine', 'ambiguous_machine', 'revoked'],
  async run(call, input) {
    const machine = await resolveMachine(call, input.machine);
    requirePaired(machine);
    const disconnected = await call.service.store.write(async (transaction) => {
      // Of several at once, one ends the pairing; the others find it ended.
      requirePaired(
        (await findMachine(transaction.db, machine.organisation, machine.id)) ?? machine,
      );
      await recordAudit(transaction, call, { action: 'machine.disconnect', machine: machine.id });
      return unpairMachine(transaction, machine);
    });
    return { body: toMachineSummary(disconnected, statusContextOf(call.service)) };
  },
});

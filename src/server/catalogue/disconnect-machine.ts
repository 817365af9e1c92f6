import { z } from 'zod';
import { recordAudit } from '../fleet/audit.ts';
import { disconnectMachine as disconnect } from '../fleet/disconnect-machine.ts';
import { momentOf } from '../fleet/machine-status.ts';
import { machineSummary } from '../fleet/machine-view.ts';
import { requirePaired } from '../fleet/queue-command.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { machineName } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { machineSummary as machineRecord } from './record/machine.ts';

export const disconnectMachine = defineOperation({
  name: 'disconnect_machine',
  description:
    'Ends the pairing of a machine: its token is revoked, its pending commands are cancelled and its syncing stops at once. Pairing again makes a new machine. Confirm with the person first.',
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({ machine: machineName() }),
  answers: { 200: machineRecord },
  refusals: ['unknown_machine', 'ambiguous_machine', 'revoked'],
  async run(call, input) {
    const machine = await resolveMachine(call, input.machine);
    requirePaired(machine);
    const disconnected = await call.service.store.write(async (transaction) => {
      await recordAudit(transaction, call, { action: 'machine.disconnect', machine: machine.id });
      return disconnect(transaction, machine);
    });
    return { body: machineSummary(disconnected, momentOf(call.service)) };
  },
});

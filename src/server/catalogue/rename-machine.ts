import { z } from 'zod';
import { recordAudit } from '../fleet/audit.ts';
import { momentOf } from '../fleet/machine-status.ts';
import { machineSummary } from '../fleet/machine-view.ts';
import { requirePaired } from '../fleet/queue-command.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { updateMachine } from '../store/machines.ts';
import { machineName, text } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { machineSummary as machineRecord } from './record/machine.ts';

export const renameMachine = defineOperation({
  name: 'rename_machine',
  description: "Changes a machine's displayed name; its hostname stays as the machine reports it.",
  scope: 'fleet:admin',
  class: 'write',
  input: z.strictObject({
    machine: machineName(),
    name: text(1, 100, 'The new name; several machines may have the same.'),
  }),
  answers: { 200: machineRecord },
  refusals: ['unknown_machine', 'ambiguous_machine', 'revoked'],
  async run(call, { machine: named, name }) {
    const machine = await resolveMachine(call, named);
    requirePaired(machine);
    const renamed = await call.service.store.write(async (transaction) => {
      await recordAudit(transaction, call, { action: 'machine.rename', machine: machine.id });
      return updateMachine(transaction, machine, { name });
    });
    return { body: machineSummary(renamed, momentOf(call.service)) };
  },
});

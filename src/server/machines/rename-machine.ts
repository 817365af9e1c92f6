import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { machineName, text } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { updateMachine } from './machine-queries.ts';
import { machineSummarySchema, toMachineSummary } from './machine-record.ts';
import { statusContextOf } from './machine-status.ts';
import { requirePaired, resolveMachine } from './resolve-machine.ts';

export const renameMachine = defineOperation({
  name: 'rename_machine',
  description: "Changes a machine's displayed name; its hostname stays as the machine reports it.",
  scope: 'fleet:admin',
  class: 'write',
  input: z.strictObject({
    machine: machineName(),
    name: text(1, 100, 'The new name; several machines may have the same.'),
  }),
  responses: { 200: machineSummarySchema },
  refusals: ['unknown_machine', 'ambiguous_machine', 'revoked'],
  async run(call, { machine: named, name }) {
    const machine = await resolveMachine(call, named);
    requirePaired(machine);
    const renamed = await call.service.store.write(async (transaction) => {
      const changed = [{ name: 'name', value: name }];
      const facts = { action: 'machine.rename', machine: machine.id, changed };
      await recordAudit(transaction, call, facts);
      return updateMachine(transaction, machine, { name });
    });
    return { body: toMachineSummary(renamed, statusContextOf(call.service)) };
  },
});

import { z } from 'zod';
import { withWaiting } from '../fleet/hosted-url.ts';
import { momentOf } from '../fleet/machine-status.ts';
import { machineSummary } from '../fleet/machine-view.ts';
import { countWaiting } from '../store/held-deliveries.ts';
import { listMachines as listRows } from '../store/machines.ts';
import { defineOperation } from './operation.ts';
import { machineSummary as machineRecord } from './record/machine.ts';
import { listOf } from './record/value.ts';

export const listMachines = defineOperation({
  name: 'list_machines',
  description:
    'Every paired machine with its status, mode, health summary and when it was last seen, newest first.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({}),
  rest: { method: 'GET', path: '/machines' },
  answers: { 200: listOf('machines', machineRecord) },
  refusals: [],
  async run({ service, caller }) {
    const { organisation } = caller;
    const [rows, waiting] = await service.store.read(async (db) => [
      await listRows(db, organisation),
      await countWaiting(db, organisation),
    ]);
    const moment = momentOf(service);
    const machines = rows.map((machine) => machineSummary(withWaiting(machine, waiting), moment));
    return { body: { machines, next_before: null } };
  },
});

import { z } from 'zod';
import { defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { withHostedEvents } from '../hosted-urls/find-hosted-url.ts';
import { countUncollected } from '../hosted-urls/hosted-delivery-queries.ts';
import { listMachines as listRows } from './machine-queries.ts';
import { machineSummarySchema, toMachineSummary } from './machine-record.ts';
import { statusContextOf } from './machine-status.ts';

export const listMachines = defineOperation({
  name: 'list_machines',
  description:
    'Every paired machine with its status, mode, health summary and when it was last seen, newest first.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({}),
  rest: { method: 'GET', path: '/machines' },
  responses: { 200: listOf('machines', machineSummarySchema) },
  refusals: [],
  async run({ service, caller }) {
    const { organisation } = caller;
    const [rows, waiting] = await service.store.read(async (db) => [
      await listRows(db, organisation),
      await countUncollected(db, organisation),
    ]);
    const moment = statusContextOf(service);
    const machines = rows.map((machine) =>
      toMachineSummary(withHostedEvents(machine, waiting), moment),
    );
    return { body: { machines, next_before: null } };
  },
});

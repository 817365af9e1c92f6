import { z } from 'zod';
import { ALERT_TYPES } from '../../contract/record/channel.ts';
import { machineName, pageSize, text } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { parseCursor, toPage } from '../database/page.ts';
import { findMachines } from '../machines/machine-queries.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { listAlerts as listRows } from './alert-queries.ts';
import { alertSchema, toAlertRecord } from './alert-record.ts';

export const listAlerts = defineOperation({
  name: 'list_alerts',
  description: 'Alerts newest first: agents that need a person, machines offline, failures.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({
    state: z.enum(['open', 'resolved']).describe('Open ones, or those resolved.').default('open'),
    type: z.enum(ALERT_TYPES).describe('Only alerts of this type.').optional(),
    machine: machineName().optional(),
    limit: pageSize(100, 50),
    before: text(0, 200, 'Only what is older: the `next_before` of the previous page.').optional(),
  }),
  responses: { 200: listOf('alerts', alertSchema) },
  refusals: ['unknown_machine', 'ambiguous_machine'],
  async run(call, { machine, before, limit, ...filter }) {
    const { store } = call.service;
    const { organisation } = call.caller;
    const only = machine === undefined ? undefined : (await resolveMachine(call, machine)).id;
    const page = { before: parseCursor(before), limit };
    const found = await store.read((db) =>
      listRows(db, organisation, { machine: only, ...filter }, page),
    );
    const { rows, nextBefore } = toPage(found, limit);
    const ids = rows.map((alert) => alert.machine);
    const machines = await store.read((db) => findMachines(db, organisation, ids));
    return {
      body: {
        alerts: rows.map((alert) => toAlertRecord(alert, machines.get(alert.machine))),
        next_before: nextBefore,
      },
    };
  },
});

import { z } from 'zod';
import { COMMAND_STATUSES } from '../../contract/record/command.ts';
import { anyText, beforeCursor, machineName, pageSize } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { parseCursor, toPage } from '../database/page.ts';
import { findMachines } from '../machines/machine-queries.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { listCommands as listRows } from './command-queries.ts';
import { commandOfMachineSchema, toCommandOfMachine } from './command-record.ts';

export const listCommands = defineOperation({
  name: 'list_commands',
  description: 'Commands newest first: type, status, who asked, the ids concerned, the error.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({
    machine: machineName().optional(),
    status: z.enum(COMMAND_STATUSES).describe('Only commands in this status.').optional(),
    type: anyText('Only commands of this type, for example ping.').optional(),
    before: beforeCursor(),
    limit: pageSize(100, 20),
  }),
  responses: { 200: listOf('commands', commandOfMachineSchema) },
  refusals: ['unknown_machine', 'ambiguous_machine'],
  async run(call, { machine, before: cursor, limit, ...filter }) {
    const { store } = call.service;
    const { organisation } = call.caller;
    const only = machine === undefined ? undefined : (await resolveMachine(call, machine)).id;
    const page = { before: parseCursor(cursor), limit };
    const found = await store.read((db) =>
      listRows(db, organisation, { machine: only, ...filter }, page),
    );
    const { rows, nextBefore } = toPage(found, limit);
    const ids = rows.map((command) => command.machine);
    const machines = await store.read((db) => findMachines(db, organisation, ids));
    return {
      body: {
        commands: rows.map((command) => toCommandOfMachine(command, machines.get(command.machine))),
        next_before: nextBefore,
      },
    };
  },
});

import { z } from 'zod';
import { machineName, skillName } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { id, maybeText } from '../catalogue/record-fields.ts';
import { awaitCommand } from '../commands/await-command.ts';
import { commandResponses } from '../commands/command-record.ts';
import {
  MACHINE_REFUSALS,
  readCommandResult,
  responseWithoutResult,
} from '../commands/command-response.ts';
import { queueCommand } from '../commands/queue-command.ts';
import { formatId } from '../database/row-id.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';

/** The specification gives it no `wait_seconds`; a machine that is online answers within this. */
const WAIT_SECONDS = 15;

export const deleteSkill = defineOperation({
  name: 'delete_skill',
  description:
    'Moves a skill out of skills/ on its machine, to jobs/.removed-skills/; its webhook answers 404 from then on. Confirm with the person first.',
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  responses: commandResponses(
    z.strictObject({
      machine: id('mac'),
      skill: z.string(),
      moved_to: maybeText,
      command_id: id('cmd'),
    }),
  ),
  refusals: [...MACHINE_REFUSALS, 'unknown_machine', 'ambiguous_machine', 'revoked'],
  async run(call, { machine: named, skill }) {
    const machine = await resolveMachine(call, named);
    const queued = await queueCommand(call, {
      machine,
      type: 'skill.delete',
      args: { skill },
      skill,
      audit: 'skill.delete',
    });
    const command = await awaitCommand(call, queued, WAIT_SECONDS);
    const { moved_to: place } = readCommandResult(command, { moved_to: z.string() });
    return (
      responseWithoutResult(command) ?? {
        body: {
          machine: formatId('mac', machine.id),
          skill,
          moved_to: place ?? null,
          command_id: formatId('cmd', command.id),
        },
      }
    );
  },
});

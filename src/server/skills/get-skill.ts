import { z } from 'zod';
import { WAITS } from '../../contract/limits.ts';
import { machineName, skillName, waitSeconds } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { anyJson, id, maybeText } from '../catalogue/record-fields.ts';
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

export const getSkill = defineOperation({
  name: 'get_skill',
  description:
    'Fetches the summary and the SKILL.md of one skill from its machine, which must be online.',
  scope: 'fleet:run',
  class: 'read',
  input: z.strictObject({
    machine: machineName(),
    skill: skillName(),
    wait_seconds: waitSeconds(WAITS.get_skill),
  }),
  responses: commandResponses(
    z.strictObject({
      machine: id('mac'),
      skill: z.string(),
      summary: z.record(z.string(), anyJson).nullable(),
      content: maybeText,
      command_id: id('cmd'),
    }),
  ),
  refusals: [...MACHINE_REFUSALS, 'unknown_machine', 'ambiguous_machine', 'revoked'],
  async run(call, { machine: named, skill, wait_seconds }) {
    const machine = await resolveMachine(call, named);
    const queued = await queueCommand(call, {
      machine,
      type: 'skill.get',
      args: { skill },
      skill,
      audit: 'command.skill.get',
    });
    const command = await awaitCommand(call, queued, wait_seconds);
    const { content, summary } = readCommandResult(command, {
      content: z.string(),
      summary: z.record(z.string(), anyJson),
    });
    return (
      responseWithoutResult(command) ?? {
        body: {
          machine: formatId('mac', machine.id),
          skill,
          summary: summary ?? null,
          content: content ?? null,
          command_id: formatId('cmd', command.id),
        },
      }
    );
  },
});

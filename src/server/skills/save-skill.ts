import { z } from 'zod';
import { SKILL_FILE_CHARS_MAX, WAITS } from '../../contract/limits.ts';
import { machineName, text, waitSeconds } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { id } from '../catalogue/record-fields.ts';
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

export const saveSkill = defineOperation({
  name: 'save_skill',
  description:
    'Writes skills/<skill>/SKILL.md on a machine, creating or replacing it. The machine validates it first and answers with the error. It creates no secret.',
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({
    machine: machineName(),
    skill: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
      .describe("The skill's name."),
    content: text(1, SKILL_FILE_CHARS_MAX, 'The whole file: front matter and instructions.'),
    allow_unauthenticated: z
      .boolean()
      .describe(
        'Allows a skill with `auth: none`, or a webhook without `auth`, which anybody could start.',
      )
      .optional(),
    wait_seconds: waitSeconds(WAITS.save_skill),
  }),
  responses: commandResponses(
    z.strictObject({
      machine: id('mac'),
      skill: z.string(),
      created: z.boolean().nullable(),
      command_id: id('cmd'),
    }),
  ),
  refusals: [...MACHINE_REFUSALS, 'unknown_machine', 'ambiguous_machine', 'revoked'],
  async run(call, { machine: named, skill, content, allow_unauthenticated, wait_seconds }) {
    const machine = await resolveMachine(call, named);
    const queued = await queueCommand(call, {
      machine,
      type: 'skill.save',
      args: { skill, content, allow_unauthenticated: allow_unauthenticated ?? false },
      skill,
      audit: 'skill.save',
    });
    const command = await awaitCommand(call, queued, wait_seconds);
    const { created } = readCommandResult(command, { created: z.boolean() });
    return (
      responseWithoutResult(command) ?? {
        body: {
          machine: formatId('mac', machine.id),
          skill,
          created: created ?? null,
          command_id: formatId('cmd', command.id),
        },
      }
    );
  },
});

import { z } from 'zod';
import { awaitCommand } from '../fleet/await-command.ts';
import { queueCommand } from '../fleet/queue-command.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { formatId } from '../store/row-id.ts';
import { machineName, skillName } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { answerWithoutResult, MACHINE_REFUSALS } from './part/command-answer.ts';
import { resultOf } from './part/result-of.ts';
import { answersByCommand } from './record/command.ts';
import { id, maybeText } from './record/value.ts';

/** The specification gives it no `wait_seconds`; a machine that is online answers within this. */
const WAIT_SECONDS = 15;

export const deleteSkill = defineOperation({
  name: 'delete_skill',
  description:
    'Moves a skill out of skills/ on its machine, to jobs/.removed-skills/; its webhook answers 404 from then on. Confirm with the person first.',
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  answers: answersByCommand(
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
    const { moved_to: place } = resultOf(command, { moved_to: z.string() });
    return (
      answerWithoutResult(command) ?? {
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

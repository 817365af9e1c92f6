import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { WAITS } from '../../contract/limits.ts';
import { awaitCommand } from '../fleet/await-command.ts';
import { queueCommand } from '../fleet/queue-command.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { formatId } from '../store/row-id.ts';
import { machineName, skillName, waitSeconds } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { answerWithoutResult } from './part/command-answer.ts';
import { resultOf } from './part/result-of.ts';

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
    const { content, summary } = resultOf<ServiceCommandResults['skill.get']>(command);
    return (
      answerWithoutResult(command) ?? {
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

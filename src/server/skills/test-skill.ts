import { z } from 'zod';
import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import { SKILL_FILE_CHARS_MAX, WAITS } from '../../contract/limits.ts';
import { RUNNERS, type Runner } from '../../contract/record/job.ts';
import { machineName, text, waitSeconds } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import { queueCommandIn, requireMachineAccepts } from '../commands/queue-command.ts';
import { formatId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import { insertJob } from '../jobs/job-queries.ts';
import { jobResponses, respondWithJob } from '../jobs/job-response.ts';
import { newQueuedJob, type StartedJob } from '../jobs/start-job.ts';
import { machineTurn } from '../machines/machine-turn.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';

export const testSkill = defineOperation({
  name: 'test_skill',
  description:
    'Runs the text of a SKILL.md once on a machine, without installing it, and starts a job of trigger test. The machine validates it first and answers with the error.',
  scope: 'fleet:run',
  class: 'write',
  input: z.strictObject({
    machine: machineName(),
    skill_md: text(1, SKILL_FILE_CHARS_MAX, 'The whole file: front matter and instructions.'),
    payload: z
      .unknown()
      .describe('What the skill gets, as the body of a webhook: any JSON value.')
      .optional(),
    runner: z.enum(RUNNERS).describe("Another runner than the skill's own.").optional(),
    wait_seconds: waitSeconds(WAITS.test_skill),
  }),
  responses: jobResponses,
  refusals: ['unknown_machine', 'ambiguous_machine', 'revoked', 'denied_by_machine'],
  async run(call, { machine: named, wait_seconds, ...request }) {
    const machine = await resolveMachine(call, named);
    const started = await queueSkillTest(call, { machine, ...request });
    return respondWithJob(call, started, wait_seconds);
  },
});

interface SkillTestRequest {
  readonly machine: MachineRow;
  readonly skill_md: string;
  readonly payload?: unknown;
  readonly runner?: Runner | undefined;
}

/** What the job is called until its machine has read the file, or where it cannot. */
const UNREAD = 'untitled';

/**
 * Creates a queued job of trigger `test` and the command that runs the file, both or neither;
 * audited as `skill.test`. The machine reads the file, not the service.
 * Throws `Refusal` as `queueCommand`.
 */
function queueSkillTest(call: Call, request: SkillTestRequest): Promise<StartedJob> {
  const { machine, skill_md, payload, runner } = request;
  requireMachineAccepts(machine, 'skill.test');
  const skill = skillNameIn(skill_md) ?? UNREAD;
  return call.service.store.write(
    async (transaction) => {
      const job = await insertJob(
        transaction,
        newQueuedJob(transaction, { machine, skill, runner, known: undefined, trigger: 'test' }),
      );
      const args: ServiceCommandArgs['skill.test'] = {
        job: formatId('job', job.id),
        skill_md,
        ...(payload === undefined ? {} : { payload }),
        ...(runner === undefined ? {} : { runner }),
      };
      const command = await queueCommandIn(transaction, call, {
        machine,
        type: 'skill.test',
        args: { ...args },
        job,
        audit: 'skill.test',
      });
      return { job, command };
    },
    [machineTurn(machine.id)],
  );
}

/** The name that a front matter plainly gives; only to call the job something. */
function skillNameIn(file: string): string | undefined {
  const [, head = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(file.slice(0, 4096)) ?? [];
  return /^name: *["']?([a-z0-9][a-z0-9-]{0,63})["']?\r?$/m.exec(head)?.[1];
}

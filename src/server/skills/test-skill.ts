import { z } from 'zod';
import { SKILL_FILE_CHARS_MAX, WAITS } from '../../contract/limits.ts';
import { RUNNERS } from '../../contract/record/job.ts';
import { machineName, text, waitSeconds } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { formatId } from '../database/row-id.ts';
import { awaitJob } from '../jobs/await-job.ts';
import { jobResponses } from '../jobs/job-record.ts';
import { readJobDetail } from '../jobs/job-response.ts';
import { throwJobRefusal } from '../jobs/refuse-denied.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { queueSkillTest as test } from './queue-skill-test.ts';

export const testSkill = defineOperation({
  name: 'test_skill',
  description:
    'Runs the text of a SKILL.md once on a machine, without installing it, and starts a job of trigger test. The machine validates it first and answers with the error.',
  scope: 'fleet:run',
  class: 'write',
  input: z.strictObject({
    machine: machineName(),
    skill_md: text(1, SKILL_FILE_CHARS_MAX, 'The whole file: front matter and instructions.'),
    payload: z.unknown().describe("The webhook's body: any JSON value.").optional(),
    runner: z.enum(RUNNERS).describe("Another runner than the skill's own.").optional(),
    wait_seconds: waitSeconds(WAITS.test_skill),
  }),
  answers: jobResponses,
  refusals: ['unknown_machine', 'ambiguous_machine', 'revoked', 'denied_by_machine'],
  async run(call, { machine: named, wait_seconds, ...order }) {
    const machine = await resolveMachine(call, named);
    const { job: queued, command } = await test(call, { machine, ...order });
    const job = await awaitJob(call, queued, wait_seconds);
    throwJobRefusal(job);
    if (job.state !== 'in_progress') return { body: await readJobDetail(call, job) };
    const ids = { job: formatId('job', job.id), command_id: formatId('cmd', command.id) };
    return { status: 202, body: { pending: true, ...ids, status: job.status, state: job.state } };
  },
});

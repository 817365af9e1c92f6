import { z } from 'zod';
import { WAITS } from '../../contract/limits.ts';
import { RUNNERS } from '../../contract/record/job.ts';
import {
  machineName,
  skillName,
  text,
  textsByName,
  waitSeconds,
} from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { jobResponses, respondWithJob } from '../jobs/job-response.ts';
import { startJob } from '../jobs/start-job.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';

export const runSkill = defineOperation({
  name: 'run_skill',
  description:
    'Runs a skill as if a webhook arrived, without signature check and filters, and starts a job.',
  scope: 'fleet:run',
  class: 'write',
  input: z.strictObject({
    machine: machineName(),
    skill: skillName(),
    payload: z
      .unknown()
      .describe('What the skill gets, as the body of a webhook: any JSON value.')
      .optional(),
    headers: textsByName("The webhook's headers, name to value.").optional(),
    runner: z.enum(RUNNERS).describe("Another runner than the skill's own.").optional(),
    model: text(0, 200, "Another model than the skill's own.").optional(),
    effort: text(0, 50, 'How hard the agent is to try, in the terms of its runner.').optional(),
    wait_seconds: waitSeconds(WAITS.run_skill),
  }),
  rest: { method: 'POST', path: '/machines/{machine}/skills/{skill}/run' },
  responses: jobResponses,
  refusals: ['unknown_machine', 'ambiguous_machine', 'denied_by_machine', 'revoked'],
  async run(call, { machine: named, wait_seconds, ...request }) {
    const machine = await resolveMachine(call, named);
    const started = await startJob(call, { machine, ...request });
    return respondWithJob(call, started, wait_seconds);
  },
});

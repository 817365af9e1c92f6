import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { marksIn } from '../../contract/scrubbed-text.ts';
import { MachineError } from '../machine-error.ts';
import { readSkill } from '../skills/skill-folder.ts';
import { payloadOf } from '../webhooks/incoming-webhook.ts';
import { defineCommand } from './define-command.ts';

const event = z.object({
  headers: z.record(z.string(), z.string()).default({}),
  query: z.string().default(''),
});

const NOT_AS_IT_CAME =
  'the payload of the job is kept with [scrubbed] where it had what looks like a secret, so it cannot run as it came: run the skill with the real payload or, if a webhook started the job, replay its delivery';

/**
 * Queues a new job with the payload of an old one and the skill as it is now. One that is not kept as it came,
 * without what looked like a secret, is not run: it would be another payload.
 */
export const jobReplay = defineCommand({
  type: 'job.replay',
  args: z.strictObject({
    machine_job_id: z.string().min(1).max(200),
    job: z.string().min(1).max(200),
  }),
  async run(machine, { machine_job_id: id, job }): Promise<ServiceCommandResults['job.replay']> {
    const { store, jobs, folder } = machine;
    const known = store.findByServerId(job);
    if (known !== undefined) return { machine_job_id: known.report.machine_job_id };
    const old = store.get(id);
    if (old === undefined) throw new MachineError('unknown_job', `the machine has no job ${id}`);
    const { skill } = await readSkill(folder.skills, old.report.skill);
    const files = store.files(id);
    const body = await files.readBytes('payload');
    if (body !== undefined && marksIn(body.toString()) > 0) {
      throw new MachineError('no_body', NOT_AS_IT_CAME);
    }
    const { headers, query } = event.parse(JSON.parse((await files.read('event')) ?? '{}'));
    const started = await jobs.start({
      skill,
      job,
      trigger: 'replay',
      payload: payloadOf(body),
      body,
      headers,
      query,
    });
    return { machine_job_id: started.report.machine_job_id };
  },
});

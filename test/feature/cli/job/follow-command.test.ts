import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';

/** The end of a job that was cancelled, which is none that its cancel has. */
const JOB = { id: 'job_1', machine_job_id: 'run-1', status: 'cancelled', state: 'failed' };

let service: ScriptedService;
let looks = 0;
beforeAll(async () => {
  service = await startScriptedService({
    tools: [
      {
        name: 'get_command',
        class: 'read',
        input_schema: { properties: { command: { type: 'string' } }, required: ['command'] },
      },
    ],
    answer({ body, path }) {
      if (/\/jobs\/(run-1|job_1)$/.test(path)) return { body: JOB };
      const { command } = JSON.parse(body || '{}');
      const [, id = command] = /\/commands\/([\w.]+)/.exec(path) ?? [];
      looks += 1;
      if (id.startsWith('slow.') && looks === 1) {
        const about = { id, type: id.slice(5), job: 'job_1', status: 'delivered' };
        return { status: 202, body: { pending: true, command_id: id, ...about } };
      }
      const result = { machine_job_id: 'run-1' };
      return {
        body: { id, type: id.replace('slow.', ''), job: 'job_1', status: 'succeeded', result },
      };
    },
  });
});
afterAll(() => service.stop());

test.each([
  ['job.artifact', 0],
  ['job.cancel', 0],
  ['job.watch', 0],
  ['job.answer', 9],
  ['slow.job.artifact', 0],
  ['slow.job.cancel', 0],
  ['slow.job.watch', 0],
  ['slow.job.answer', 9],
  ['slow.job.run', 9],
  ['job.run', 9],
])(
  'the command of a %s is followed as its operation is, and ends with %i',
  async (id, exitCode) => {
    proves('UI-follow-action', 'WIRE-client-follow-target');
    looks = 0;
    const run = await runFleet(['cloud', 'get-command', id, '--follow'], {
      env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
    });
    const ended = exitCode === 0 ? { id, status: 'succeeded' } : JOB;
    expect({ code: run.code, stderr: run.stderr }).toMatchObject({ code: exitCode });
    expect(JSON.parse(run.stdout)).toMatchObject(ended);
  },
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';

/** The end of a job that was cancelled, which is none that its cancel has. */
const JOB = { id: 'job_1', machine_job_id: 'run-1', status: 'cancelled', state: 'failed' };

let service: ScriptedService;
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
      if (path.endsWith('/jobs/run-1')) return { body: JOB };
      const { command } = JSON.parse(body || '{}');
      const [, id = command] = /\/commands\/([\w.]+)/.exec(path) ?? [];
      const result = { machine_job_id: 'run-1' };
      return { body: { id, type: id, job: 'job_1', status: 'succeeded', result } };
    },
  });
});
afterAll(() => service.stop());

test.each([
  ['job.artifact', 0],
  ['job.cancel', 0],
  ['job.watch', 0],
  ['job.answer', 9],
  ['job.run', 9],
])(
  'the command of a %s is followed as its operation is, and ends with %i',
  async (id, exitCode) => {
    proves('UI-follow-action', 'WIRE-client-follow-target');
    const run = await runFleet(['cloud', 'get-command', id, '--follow'], {
      env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
    });
    const ended = exitCode === 0 ? { id, status: 'succeeded' } : JOB;
    expect({ code: run.code, stderr: run.stderr }).toMatchObject({ code: exitCode });
    expect(JSON.parse(run.stdout)).toMatchObject(ended);
  },
);

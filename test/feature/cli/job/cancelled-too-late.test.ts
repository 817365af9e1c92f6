import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { reportsRunAs, startServerWithMachine } from '../../../support/server-with-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';

/** A job of which the service thinks that it runs, and a machine that says this of its cancellation. */
async function cancelled(result: object) {
  const { server } = await startServerWithMachine({
    answers: {
      'job.run': reportsRunAs({ status: 'running' }),
      'job.cancel': ({ args }) => ({
        result,
        jobs: [runReport(String(args['job']), { status: 'succeeded', outcome: 'done' })],
      }),
    },
  });
  const run = { machine: 'build-01', skill: 'deploy-check' };
  const { job } = (await server.tool('run_skill', run)).body;
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run };
  return runFleet(['cloud', 'cancel-job', job, '--yes', '--follow'], { env });
}

test('a job that had ended before its cancellation came was not cancelled, which a script is told', async () => {
  proves('UI-exit-9', 'STATE-job-cancel');
  const { code, stderr } = await cancelled({ machine_job_id: 'run-1', cancelled: false });
  expect([code, stderr]).toEqual([
    9,
    expect.stringContaining('The job had ended before this cancellation came to its machine.\n'),
  ]);
});

test.each([
  { machine_job_id: 'run-1', cancelled: true },
  // It never had the job, which therefore does not begin any more.
  { machine_job_id: null, cancelled: false },
])('a cancellation that came in time ends with 0: %j', async (result) => {
  proves('UI-exit-0', 'STATE-job-cancel');
  const { code, stderr } = await cancelled(result);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('had ended before')]);
});

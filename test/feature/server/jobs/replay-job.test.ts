import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('a job that never reached its machine is replayed with the payload it was started with', async () => {
  proves('OP-replay_job', 'STATE-job-replay');
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: server.machineToken });
  await machine.sync();
  const payload = { ref: 'main' };
  const run = { machine: 'build-01', skill: 'deploy-check', payload, effort: 'high' };
  const { body: started } = await server.tool('run_skill', run);
  clock.advance(11 * 60_000);
  expect((await server.tool('get_command', { command: started.command_id })).body.status).toBe(
    'expired',
  );
  const first = (await server.tool('replay_job', { job: started.job }, 'run')).body;
  expect(first).toMatchObject({ pending: true, job: expect.stringMatching(/^job_/) });
  clock.advance(11 * 60_000);
  const again = (await server.tool('replay_job', { job: first.job }, 'run')).body;
  const { commands } = await machine.sync();
  expect(commands).toMatchObject([
    { type: 'job.run', args: { job: again.job, skill: 'deploy-check', payload, effort: 'high' } },
  ]);
  await machine.sync({ jobs: [runReport(again.job, { status: 'running', trigger: 'run' })] });
  expect((await server.tool('get_job', { job: again.job })).body).toMatchObject({
    status: 'running',
    trigger: 'replay',
  });
});

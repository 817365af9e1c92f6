import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

const MOST = Number.MAX_SAFE_INTEGER;

test('no number that a machine reports breaks what the organisation is shown, nor shuts it out', async () => {
  proves('OP-get_stats', 'OP-describe_cloud', 'OP-list_jobs', 'FIELD-machine');
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const machine = scriptMachine({ baseUrl, token });
  const huge = { machine_job_id: 'huge', tokens: { input: MOST, output: MOST }, cost_usd: 1.7e308 };
  const more = { ...huge, machine_job_id: 'more', status: 'succeeded', outcome: 'done' } as const;
  const job = null;
  await machine.sync({
    jobs: [runReport('a', { ...huge, job }), runReport('b', { ...more, job })],
    events_waiting: MOST,
  });
  const { jobs } = (await server.call('/api/v1/jobs')).body;
  expect(jobs.map((one: { machine_job_id: string }) => one.machine_job_id)).toEqual([
    'more',
    'huge',
  ]);
  const shown = await server.tool('get_machine', { machine: 'build-01' });
  expect([shown.status, shown.body.statistics.jobs]).toEqual([200, 2]);
  expect(shown.body.link.events_waiting).toBeGreaterThan(1e6);
  const { totals } = (await server.tool('get_stats')).body;
  expect(totals.cost_usd).toBeGreaterThan(1e6);
  expect(totals.tokens).toBeGreaterThan(1e6);
  expect(Number.isSafeInteger(totals.tokens)).toBe(true);
  expect((await server.tool('describe_cloud')).status).toBe(200);
});

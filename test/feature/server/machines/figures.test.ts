import { expect, test } from 'vitest';
import type { JobReport } from '../../../../src/contract/record/job.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { jobReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

const HOUR_MS = 3_600_000;

async function startWithJobs() {
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: server.machineToken });
  const told = async (id: string, changes: Partial<JobReport>) =>
    machine.sync({ jobs: [jobReport({ machine_job_id: id, ...changes })] });
  const figures = async () => {
    const { body: overview } = await server.tool('describe_cloud');
    const { body: shown } = await server.tool('get_machine', { machine: 'build-01' });
    const { body: statistics } = await server.tool('get_stats', { days: 1 });
    return { overview, shown, today: statistics.totals, skills: statistics.skills };
  };
  return { server, clock, told, figures };
}

test('a job counts when it ended, in the overview as in the statistics', async () => {
  proves('WIRE-figures', 'OP-describe_cloud', 'OP-get_stats');
  const { clock, told, figures } = await startWithJobs();
  await told('old', { status: 'running', outcome: null, ended_at: null });
  clock.advance(36 * HOUR_MS);
  await told('asks', { status: 'waiting', outcome: null, ended_at: null });
  await told('asked', { status: 'succeeded', outcome: 'needs_human' });
  expect((await figures()).today.jobs).toEqual({ succeeded: 0, failed: 0, needs_human: 2 });
  // The machine's own clock says that it ended long ago.
  await told('old', { status: 'failed', outcome: null, ended_at: '2026-01-01T00:00:00.000Z' });
  const { overview, shown, today } = await figures();
  expect(today.jobs).toEqual({ succeeded: 0, failed: 1, needs_human: 2 });
  for (const numbers of [overview.last_24_hours, shown.statistics]) {
    expect(numbers).toMatchObject({ jobs: 3, succeeded: 0, failed: 1, needs_human: 2 });
  }
  const { failed_jobs: failed } = overview.needs_attention;
  expect(failed.map((job: JobReport) => job.machine_job_id)).toEqual(['old']);
});

test('where the clock of a machine stepped back, the running time is not known', async () => {
  proves('WIRE-figures');
  const { told, figures } = await startWithJobs();
  const started_at = '2026-10-01T12:00:00.000Z';
  await told('back', { status: 'succeeded', started_at, ended_at: '2026-10-01T11:00:00.000Z' });
  const before = await figures();
  for (const one of [before.today, before.overview.last_24_hours, before.skills[0]]) {
    expect(one.p95_ms).toBe(null);
  }
  await told('on', { status: 'succeeded', started_at, ended_at: '2026-10-01T12:00:02.000Z' });
  const { overview, shown, today, skills } = await figures();
  for (const one of [overview.last_24_hours, shown.statistics, today, skills[0]]) {
    expect(one.p95_ms).toBe(2000);
  }
});

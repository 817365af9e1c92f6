import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { onPostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { jobReport } from '../../../support/sync-reports.ts';
import { startTestServer } from '../../../support/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onPostgres(async () => {
  await import('../../../server/database/statistics/kept-days.test.ts');

  test('two processes tell the same statistics, whichever of them learns of a change', async () => {
    proves('STATS-kept-days');
    const clock = createFakeClock();
    const server = await startTestServer({ clock });
    const [one = '', other = ''] = server.baseUrls;
    const job = async (baseUrl: string, status: 'running' | 'succeeded' | 'failed') => {
      const machine = scriptMachine({ baseUrl, token: server.machineToken });
      await machine.sync({ jobs: [jobReport({ machine_job_id: 'm', status })] });
    };
    // Each call goes to the other process.
    const figures = async () => {
      const { body } = await server.tool('get_stats', { days: 3 });
      return body.days.map((day: { jobs: object }) => day.jobs);
    };
    const none = { succeeded: 0, failed: 0, needs_human: 0 };
    await job(one, 'running');
    clock.advance(DAY_MS);
    expect(await figures()).toEqual([none, none, none]);
    await job(other, 'succeeded');
    clock.advance(DAY_MS);
    const ended = [none, { ...none, succeeded: 1 }, none];
    for (let turn = 0; turn < 3; turn += 1) expect(await figures()).toEqual(ended);
  });
});

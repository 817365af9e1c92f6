import { expect, test } from 'vitest';
import { createHistoryRemoval } from '../../../../src/server/remove-history.ts';
import { onPostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { jobReport } from '../../../support/sync-reports.ts';
import { openTestService } from '../../../support/test-service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

onPostgres(async () => {
  await import('../organisation/history.test.ts');
  await import('../organisation/clock-ahead.test.ts');

  test('several processes end history side by side, and each row leaves once', async () => {
    proves('HISTORY-small-steps');
    const { service, pair, clock } = await openTestService();
    const machine = await pair('build-01');
    const done = { status: 'succeeded', outcome: 'done' } as const;
    const reports = Array.from({ length: 450 }, (_, index) =>
      jobReport({ machine_job_id: `job-${index}`, ...done }),
    );
    await machine.sync({ jobs: reports });
    clock.sleep(91 * DAY_MS);
    await machine.sync({ jobs: [jobReport({ machine_job_id: 'new', ...done })] });
    const steps = Array.from({ length: 3 }, () => createHistoryRemoval(service));
    for (let round = 0; round < 3; round += 1) await Promise.all(steps.map((step) => step()));
    const left = await service.store.read((db) => db.selectFrom('jobs').selectAll().execute());
    expect(left).toMatchObject([{ machine_job_id: 'new' }]);
  });
});

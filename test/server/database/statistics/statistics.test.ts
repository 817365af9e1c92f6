import { expect, test } from 'vitest';
import { jobReport } from '../../../support/sync-reports.ts';
import { openTestService } from '../../../support/test-service.ts';

const START = Date.UTC(2026, 9, 1, 12);

/** An ended job that ran for so many seconds. */
function ended(number: number, seconds: number, changes: Parameters<typeof jobReport>[0] = {}) {
  return jobReport({
    machine_job_id: `job ${number}`,
    status: 'succeeded',
    cost_usd: 0.5,
    tokens: { input: 10, output: 5 },
    ended_at: new Date(START + seconds * 1000).toISOString(),
    ...changes,
  });
}

test('a span without jobs has zeros and no percentile', async () => {
  const { service, organisation } = await openTestService();
  expect(await service.store.statistics.jobStatistics({ organisation, since: 0 })).toEqual({
    jobs: 0,
    succeeded: 0,
    failed: 0,
    needs_human: 0,
    cost_usd: 0,
    tokens: 0,
    p50_ms: null,
    p95_ms: null,
  });
});

test('the reader thread counts a day, of all machines or of one', async () => {
  const fixture = await openTestService();
  const { organisation, clock, service } = fixture;
  const machine = await fixture.pair('build-01');
  const other = await fixture.pair('build-02');
  await machine.sync({ jobs: [ended(0, 1000)] });
  clock.advance(86_400_000);
  await machine.sync({
    jobs: [
      ...Array.from({ length: 20 }, (_, index) => ended(index + 1, index + 1)),
      ended(30, 100, { status: 'failed' }),
      jobReport({ machine_job_id: 'asks', status: 'succeeded', outcome: 'needs_human' }),
    ],
  });
  await other.sync({ jobs: [ended(40, 4)] });
  const since = clock.now() - 3_600_000;
  expect(await service.store.statistics.jobStatistics({ organisation, since })).toEqual({
    jobs: 23,
    succeeded: 21,
    failed: 1,
    needs_human: 1,
    cost_usd: 11,
    tokens: 330,
    p50_ms: 10_000,
    p95_ms: 20_000,
  });
  const ofOther = { organisation, machine: other.row.id, since };
  expect(await service.store.statistics.jobStatistics(ofOther)).toMatchObject({
    jobs: 1,
    p50_ms: 4000,
    p95_ms: 4000,
  });
});

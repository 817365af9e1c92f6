import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepDays } from '../../../../src/server/database/statistics/keep-days.ts';
import { dayAt, firstOpenDay } from '../../../../src/server/database/statistics/kept-days.ts';
import { disconnectMachine } from '../../../../src/server/machines/disconnect-machine.ts';
import { updateOrganisation } from '../../../../src/server/organisation/organisation-queries.ts';
import { createHistoryRemoval } from '../../../../src/server/remove-history.ts';
import { getStats } from '../../../../src/server/statistics/get-stats.ts';
import { toStatistics } from '../../../../src/server/statistics/statistics-record.ts';
import { proves } from '../../../support/proves.ts';
import { deliveryReport, jobReport } from '../../../support/sync-reports.ts';
import { openTestService, type TestService } from '../../../support/test-service.ts';
import { definedStatistics } from './defined-statistics.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const TIMEOUT_MS = 180_000;

const STATES = [
  { status: 'running', outcome: null },
  { status: 'waiting', outcome: null },
  { status: 'succeeded', outcome: 'done' },
  { status: 'succeeded', outcome: 'needs_human' },
  { status: 'failed', outcome: null },
] as const;
const OUTCOMES = ['accepted', 'rejected', 'skipped', 'duplicate'] as const;

const name = fc.nat({ max: 9 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('wait'), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constant('job'),
    name,
    skill: fc.nat({ max: 2 }),
    state: fc.constantFrom(...STATES),
    cents: fc.nat({ max: 500 }),
    ranMs: fc.integer({ min: -5, max: 100_000 }),
  }),
  fc.record({
    kind: fc.constant('delivery'),
    name,
    hoursAgo: fc.nat({ max: 100 }),
    outcome: fc.constantFrom(...OUTCOMES),
  }),
  fc.record({ kind: fc.constant('ask'), days: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ kind: fc.constantFrom('remove', 'disconnect') }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One organisation of its own, what happens to it, and whether the statistics are as defined. */
async function startHistory(fixture: TestService, slug: string) {
  const { service, clock } = fixture;
  const organisation = await fixture.addOrganisation(slug);
  const keep = { keep_jobs: 4, keep_deliveries: 3 };
  await service.store.write((transaction) => updateOrganisation(transaction, organisation, keep));
  let paired = 0;
  const pair = () => fixture.pair(`build-${paired++}`, organisation);
  let machine = await pair();
  const call = fixture.call({ organisation });
  const ask = async (days: number) => {
    const today = dayAt(clock.now());
    const span = { organisation, sinceDay: today - days + 1, today };
    const { body } = await getStats.run(call, { days });
    const defined = await service.store.read((db) => definedStatistics(db, span));
    expect(body).toEqual(toStatistics(defined, span));
  };
  const remove = async () => {
    clock.advance(61_000);
    const takeStep = createHistoryRemoval(service);
    for (let table = 0; table < 4; table += 1) await takeStep();
  };
  const take = async (one: Step): Promise<unknown> => {
    if ('hours' in one) return clock.advance(one.hours * HOUR_MS);
    if ('days' in one) return ask(one.days);
    if ('state' in one) return machine.sync({ jobs: [jobOf(one, clock.now())] });
    if ('outcome' in one) return machine.sync({ deliveries: [deliveryOf(one, clock.now())] });
    if (one.kind === 'remove') return remove();
    await disconnectMachine.run(call, { machine: machine.row.name });
    machine = await pair();
    return machine;
  };
  return { take, ask };
}

function jobOf(one: Extract<Step, { ranMs: number }>, now: number) {
  const ended = one.state.status === 'running' ? null : new Date(now + one.ranMs).toISOString();
  return jobReport({
    ...one.state,
    machine_job_id: `m-${one.name}`,
    skill: `skill-${one.skill}`,
    cost_usd: one.cents / 100,
    tokens: { input: one.cents, output: 1 },
    started_at: new Date(now).toISOString(),
    ended_at: ended,
  });
}

function deliveryOf(one: Extract<Step, { hoursAgo: number }>, now: number) {
  return deliveryReport({
    machine_delivery_id: `d-${one.name}`,
    received_at: new Date(now - one.hoursAgo * HOUR_MS).toISOString(),
    outcome: one.outcome,
  });
}

test('statistics with kept days are those counted from all rows, whatever changes late', {
  timeout: TIMEOUT_MS,
}, async () => {
  proves('STATS-kept-days');
  const fixture = await openTestService();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      const { take, ask } = await startHistory(fixture, `org-${runs++}`);
      await ask(20);
      for (const one of steps) await take(one);
      await ask(20);
    }),
    { numRuns: 12 },
  );
});

/** A day of one job that is over and counted, but not kept. */
async function countYesterday() {
  const fixture = await openTestService();
  const { service, clock, organisation } = fixture;
  const machine = await fixture.pair('build-01');
  await machine.sync({ jobs: [jobReport({ machine_job_id: 'm' })] });
  clock.advance(24 * HOUR_MS);
  const today = dayAt(clock.now());
  const span = { organisation, sinceDay: today - 1, today, openDay: firstOpenDay(clock.now()) };
  const { counted } = await service.store.statistics.fleetStatistics(span);
  const keep = () => keepDays(service.store, organisation, counted);
  const rows = () =>
    service.store.read((db) => db.selectFrom('kept_days').select(['day', 'figures']).execute());
  return { machine, today, keep, rows, fixture };
}

test('a day that is over is counted once', async () => {
  proves('STATS-kept-days');
  const { keep, rows, today, fixture } = await countYesterday();
  await keep();
  expect(await rows()).toMatchObject([{ day: today - 1, figures: expect.any(String) }]);
  // Which none of ours does: behind the back of what is kept.
  await fixture.service.store.write(({ db }) => db.deleteFrom('jobs').execute());
  const { body } = await getStats.run(fixture.call(), { days: 2 });
  expect(body).toMatchObject({ skills: [{ skill: 'deploy-check', runs: 1 }] });
});

test('a day that changes while it is counted is not kept', async () => {
  proves('STATS-kept-days');
  const { machine, keep, rows, today } = await countYesterday();
  await machine.sync({ jobs: [jobReport({ machine_job_id: 'm', status: 'succeeded' })] });
  await keep();
  expect(await rows()).toEqual([{ day: today - 1, figures: null }]);
});

test('a day is open for an hour after its end, in which what began before it may be committed', () => {
  proves('STATS-kept-days');
  const midnight = Date.UTC(2026, 9, 2);
  expect(firstOpenDay(midnight + HOUR_MS - 1)).toBe(20_727);
  expect(firstOpenDay(midnight + HOUR_MS)).toBe(20_728);
});

test('a day that was counted while the clock was ahead is counted again', async () => {
  proves('STATS-kept-days');
  const fixture = await openTestService();
  const { clock, service } = fixture;
  const machine = await fixture.pair('build-01');
  const end = (machine_job_id: string) =>
    machine.sync({ jobs: [jobReport({ machine_job_id, status: 'succeeded', outcome: 'done' })] });
  const today = dayAt(clock.now());
  const ask = () => getStats.run(fixture.call(), { days: 3 });
  const removal = createHistoryRemoval(service);
  await end('a');
  clock.sleep(2 * DAY_MS);
  await ask();
  clock.sleep(61_000 - 2 * DAY_MS);
  await removal();
  await end('b');
  clock.sleep(DAY_MS);
  const span = { organisation: fixture.organisation, sinceDay: today - 1, today: today + 1 };
  const defined = await service.store.read((db) => definedStatistics(db, span));
  expect((await ask()).body).toEqual(toStatistics(defined, span));
});

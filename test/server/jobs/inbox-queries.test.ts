import { expect, test } from 'vitest';
import { parseCursor, toPage } from '../../../src/server/database/page.ts';
import {
  countInbox,
  type InboxRequest,
  listInbox,
} from '../../../src/server/jobs/inbox-queries.ts';
import { proves } from '../../support/proves.ts';
import { jobReport } from '../../support/sync-reports.ts';
import { openTestService } from '../../support/test-service.ts';

const percent = (value: number) => ({ message: null, percent: value, step: null });

async function fullInbox() {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  const say = (changes: Parameters<typeof jobReport>[0]) => {
    fixture.clock.advance(1000);
    return machine.sync({ jobs: [jobReport(changes)] });
  };
  await say({ machine_job_id: 'a', status: 'running', progress: percent(20) });
  await say({ machine_job_id: 'b', status: 'waiting', progress: percent(90) });
  await say({ machine_job_id: 'c', status: 'failed', skill: 'other' });
  await say({ machine_job_id: 'd', status: 'succeeded' });
  await say({ machine_job_id: 'a', status: 'running', progress: percent(30) });
  const list = async (changes: Partial<InboxRequest>) => {
    const request = { view: 'all', sort: 'activity', limit: 10, offset: 0, ...changes } as const;
    const rows = await fixture.service.store.read((db) =>
      listInbox(db, fixture.organisation, request),
    );
    return rows.map((row) => row.machine_job_id).join('');
  };
  return { fixture, machine, list };
}

test.each([
  ['activity', 'adcb'],
  ['oldest', 'abcd'],
  ['progress', 'badc'],
  ['created', 'dcba'],
] as const)('the inbox sorted by %s', async (sort, order) => {
  const { list } = await fullInbox();
  expect(await list({ sort })).toBe(order);
});

test.each([
  ['needs_input', 'b'],
  ['in_progress', 'a'],
  ['done', 'd'],
  ['failed', 'c'],
] as const)('the view %s', async (view, jobs) => {
  const { list } = await fullInbox();
  expect(await list({ view })).toBe(jobs);
});

test('the inbox is filtered by machine and skill, and pages by offset with one row more', async () => {
  proves('CONV-inbox-offset');
  const { list, machine } = await fullInbox();
  expect(await list({ skill: 'other' })).toBe('c');
  expect(await list({ machine: machine.row.id })).toBe('adcb');
  expect(await list({ machine: 1 })).toBe('');
  expect(await list({ limit: 2 })).toBe('adc');
  expect(await list({ limit: 2, offset: 2 })).toBe('cb');
});

test('the inbox counts who waits and who runs', async () => {
  const { fixture } = await fullInbox();
  const count = (filter: Parameters<typeof countInbox>[2]) =>
    fixture.service.store.read((db) => countInbox(db, fixture.organisation, filter));
  expect(await count({})).toEqual({ needs_input: 1, in_progress: 1 });
  expect(await count({ skill: 'other' })).toEqual({ needs_input: 0, in_progress: 0 });
});

test('a page names where the next one begins, and the last one names nothing', () => {
  proves('CONV-newest-first');
  const rows = [{ id: 9 }, { id: 8 }, { id: 7 }];
  const page = toPage(rows, 2);
  expect(page.rows).toEqual([{ id: 9 }, { id: 8 }]);
  expect(parseCursor(page.nextBefore ?? undefined)).toBe(8);
  expect(toPage(rows, 3)).toEqual({ rows, nextBefore: null });
  expect(toPage([], 3)).toEqual({ rows: [], nextBefore: null });
});

test.each(['', '8', 'job_00000000008', 'page_0000000000Z', 'page_00000000008 '])(
  'the cursor %j is refused by name',
  (before) => {
    expect(() => parseCursor(before)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: expect.stringMatching(/^`before` is not /),
      }),
    );
  },
);

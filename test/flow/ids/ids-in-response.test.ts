import { expect, test } from 'vitest';
import { idsIn, newerIds } from '../../../src/flow/ids/ids-in-response.ts';
import { proves } from '../../support/proves.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();

test.each([
  [
    'list_jobs',
    {
      jobs: [
        { id: 'a', created_at: at(9) },
        { id: 'b', created_at: at(10) },
      ],
    },
    'b',
    10,
  ],
  ['get_job', { job: { id: 'c', created_at: at(8) } }, 'c', 8],
  ['get_job', { id: 'd', started_at: at(7) }, 'd', 7],
  ['run_skill', { pending: true, job_id: 'e', command_id: 'x' }, 'e', 12],
  ['run_skill', { id: 'f', state: 'done' }, 'f', 12],
  ['run_skill', { id: 'h', created_at: at(9), state: 'done' }, 'h', 12],
  ['answer_job', { job: 'g' }, 'g', 12],
])('the newest job of %s %j is %s', (operation, value, id, hour) => {
  proves('UI-last');
  expect(idsIn(operation, value, NOON).job).toEqual({ id, atMs: Date.UTC(2026, 0, 1, hour) });
});

test('each kind has its own newest, and what names none has none', () => {
  proves('UI-last');
  const answer = {
    command_id: 'cmd',
    alerts: [{ id: 'alr', opened_at: at(3), job: 'not this one' }],
    deliveries: [{ id: 'del', received_at: at(4) }, { id: '' }, 7],
  };
  expect(Object.entries(idsIn('odd', answer, NOON)).map(([kind, { id }]) => [kind, id])).toEqual([
    ['command', 'cmd'],
    ['delivery', 'del'],
    ['alert', 'alr'],
  ]);
  for (const value of [null, 7, [], { id: 'mac_1' }, { jobs: 'x', job: null }]) {
    expect(idsIn('get_machine', value, NOON)).toEqual({});
  }
});

test('an older one takes the place of none', () => {
  proves('UI-last');
  const old = { job: { id: 'a', atMs: 2 }, alert: { id: 'z', atMs: 1 } };
  expect(newerIds(old, { job: { id: 'b', atMs: 1 } })).toEqual(old);
  expect(newerIds(old, { job: { id: 'b', atMs: 2 } }).job?.id).toBe('b');
});

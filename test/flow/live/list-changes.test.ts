import { expect, test } from 'vitest';
import { hasReached, rowChanges } from '../../../src/flow/live/list-changes.ts';
import { proves } from '../../support/proves.ts';

const one = { id: 'job_1', state: 'in_progress' };
const WHOLE = { isPart: false, isBusyPart: false };
const two = { id: 'job_2', state: 'needs_input' };

test('rows are added, changed and removed by their id', () => {
  proves('UI-watch');
  expect(rowChanges([], [one, two], WHOLE)).toEqual([
    { change: 'added', row: one },
    { change: 'added', row: two },
  ]);
  const done = { ...one, state: 'done' };
  expect(rowChanges([one, two], [two, done], WHOLE)).toEqual([{ change: 'changed', row: done }]);
  expect(rowChanges([one, two], [one], WHOLE)).toEqual([{ change: 'removed', row: two }]);
  expect(rowChanges([{ name: 'a', n: 1 }], [{ name: 'a', n: 1 }], WHOLE)).toEqual([]);
});

test('that a machine was seen again is no change, nor what fell off a list that goes on', () => {
  proves('UI-watch');
  const machine = (more: object) => ({ id: 'mac_1', status: 'online', ...more });
  const seen = (at: string) => machine({ last_seen_at: at, link: { last_sync_at: at } });
  expect(rowChanges([seen('1')], [seen('2')], WHOLE)).toEqual([]);
  const away = machine({ status: 'offline', last_seen_at: '1' });
  expect(rowChanges([seen('1')], [away], WHOLE)).toEqual([{ change: 'changed', row: away }]);
  const old = { id: 'job_0', state: 'done' };
  const added = { change: 'added', row: two };
  const removed = { change: 'removed', row: one };
  expect(rowChanges([old, one], [two], { ...WHOLE, isPart: true })).toEqual([added, removed]);
  expect(rowChanges([old, one], [two], { isPart: true, isBusyPart: true })).toEqual([added]);
});

test.each([
  ['needs_input', [one, two], true],
  ['needs_input', [one], false],
  ['offline', [{ id: 'mac_1', status: 'offline' }], true],
  ['idle', [one], false],
  ['idle', [two], false],
  ['idle', [{ id: 'job_3', state: 'done', status: 'succeeded' }], true],
  ['idle', [], true],
  ['idle', [{ id: 'job_4', status: 'pending' }], false],
  ['idle', [{ id: 'job_5' }], false],
])('%s is reached with %j: %s', (state, rows, reached) => {
  proves('UI-watch');
  expect(hasReached(state, rows)).toBe(reached);
});

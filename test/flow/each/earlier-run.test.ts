import { expect, test } from 'vitest';
import { readEarlierRun, takenOnLine } from '../../../src/flow/each/earlier-run.ts';
import { proves } from '../../support/proves.ts';

function row(machine: string, sent: string): string {
  return JSON.stringify({ machine, name: `name of ${machine}`, operation: 'run_skill', sent });
}

function read(...lines: readonly string[]) {
  const earlier = readEarlierRun(lines.join('\n'), 'run_skill');
  return { ...earlier, notSent: earlier.notSent.map(({ id }) => id) };
}

const ALL = ['a', 'b'].map((id) => ({ id, name: id }));

test('what surely was not sent is open, and nothing else', () => {
  proves('UI-each-retry');
  expect(read(row('a', 'yes'), row('b', 'no'), row('c', 'unknown'), row('d', 'no'), '')).toEqual({
    notSent: ['b', 'd'],
    othersCount: 2,
    takenOnCount: 0,
  });
});

test.each([
  ['a machine of which some line says otherwise', [row('a', 'yes'), row('a', 'no')], []],
  ['whichever comes first', [row('a', 'no'), row('a', 'unknown')], []],
  ['what another run has taken on', [row('a', 'no'), row('b', 'yes'), takenOnLine('r1', ALL)], []],
  [
    'what a run of an earlier version has taken on',
    [row('a', 'no'), row('b', 'no'), '{"event":"taken_on","run":"r1"}'],
    [],
  ],
  [
    'a line that breaks off where another run goes on',
    [row('a', 'no'), row('b', 'no').slice(0, 60), takenOnLine('r1', ALL), row('a', 'no')],
    ['a'],
  ],
  ['a last line that breaks off', [row('a', 'no'), row('b', 'no').slice(0, 60)], ['a']],
])('%s is left alone', (_what, lines, open) => {
  proves('UI-each-retry');
  expect(read(...lines).notSent).toEqual(open);
});

test('what the run that took it on did not send either is open again', () => {
  proves('UI-each-retry');
  const lines = [
    row('a', 'no'),
    row('b', 'no'),
    takenOnLine('r1', ALL),
    row('a', 'no'),
    row('b', 'yes'),
  ];
  expect(read(...lines)).toEqual({ notSent: ['a'], othersCount: 1, takenOnCount: 0 });
});

test('what a run did not take on stays open', () => {
  proves('UI-each-retry-part');
  const taken = takenOnLine('r1', ALL.slice(0, 1));
  const lines = [row('a', 'no'), row('b', 'no'), row('c', 'yes'), taken];
  expect(read(...lines)).toEqual({ notSent: ['b'], othersCount: 1, takenOnCount: 1 });
});

test.each([
  ['', 'It has no lines. Where this run writes to it, use another file, or >> in place of >.'],
  ['tea', 'Line 1 is not JSON.'],
  [`tea\n${row('a', 'no')}`, 'Line 1 is not JSON.'],
  [
    `${row('a', 'no')}\n{"machine":"b"${row('a', 'yes')}\n${row('c', 'yes')}`,
    'Line 2 is not JSON.',
  ],
  ['{"id":"job_1"}', 'Line 1 does not say'],
  [row('a', 'perhaps'), 'Line 1 does not say'],
  [row('a', 'no').replace('run_skill', 'cancel_job'), 'cancel_job'],
])('%j is refused', (text, why) => {
  proves('UI-each-retry');
  expect(() => readEarlierRun(text, 'run_skill')).toThrow(why);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type NotedRun, readEarlierRun } from '../../../src/flow/each/earlier-run.ts';
import { gapAfter } from '../../../src/flow/each/end-of-file.ts';
import { doneLine, givenBackLine, takenOnLine } from '../../../src/flow/each/run-lines.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

function row(machine: string, sent: string, of: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    machine,
    name: `name of ${machine}`,
    operation: 'run_skill',
    sent,
    ...of,
  });
}

/** A row as the released version wrote it has none of these. */
const R1 = { run: 'r1', run_machines: 1 };

function readWith(noted: readonly NotedRun[], ...lines: readonly string[]) {
  const { toldRuns, ...earlier } = readEarlierRun(lines.join('\n'), 'run_skill', noted);
  const ids = (machines: typeof earlier.notSent) => machines.map(({ id }) => id);
  return { ...earlier, notSent: ids(earlier.notSent), unclear: ids(earlier.unclear) };
}

const read = (...lines: readonly string[]) => readWith([], ...lines);

/** How the released version said which machines a run takes on. */
const takenOnBefore = (...machines: readonly string[]) =>
  JSON.stringify({ event: 'taken_on', run: 'r1', machines });

const NOTHING = { notSent: [], unclear: [], untoldCount: 0, sentCount: 0, takenOnCount: 0 };

const ALL = ['a', 'b'].map((id) => ({ id, name: id }));

test('what surely was not sent is open, what is unknown is unclear', () => {
  proves('UI-each-retry', 'UI-each-retry-no-answer');
  expect(read(row('a', 'yes'), row('b', 'no'), row('c', 'unknown'), row('d', 'no'), '')).toEqual({
    ...NOTHING,
    notSent: ['b', 'd'],
    unclear: ['c'],
    sentCount: 1,
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
    [row('a', 'no'), row('b', 'no').slice(0, 60), takenOnLine('r1', ALL), row('a', 'no', R1)],
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
    row('a', 'no', R1),
    row('b', 'yes', R1),
  ];
  expect(read(...lines)).toEqual({ ...NOTHING, notSent: ['a'], sentCount: 1 });
});

test('the file of a released version is read as it was', () => {
  proves('UI-each-retry');
  const unsent = [row('a', 'no'), row('b', 'no')];
  const taken = [...unsent, takenOnBefore('a', 'b')];
  expect(read(...taken)).toEqual({ ...NOTHING, takenOnCount: 2 });
  expect(read(...taken, row('a', 'no'), row('b', 'yes'))).toEqual({
    ...NOTHING,
    notSent: ['a'],
    sentCount: 1,
  });
});

test('a line is added behind a line end, also where nobody can see how the file ends', () => {
  proves('UI-each-retry-stopped');
  const file = join(newTemporaryFolder(), 'a.jsonl');
  expect(gapAfter(file)).toBe('\n');
  const gaps = ['', '{"machine"', `${row('a', 'no')}\n`].map((text) => {
    writeFileSync(file, text);
    return gapAfter(file);
  });
  expect(gaps).toEqual(['', '\n', '']);
  expect(read('', row('a', 'no'), '', row('b', 'no'))).toEqual({ ...NOTHING, notSent: ['a', 'b'] });
});

test('what a run did not take on stays open', () => {
  proves('UI-each-retry-part');
  const taken = takenOnLine('r1', ALL.slice(0, 1));
  const lines = [row('a', 'no'), row('b', 'no'), row('c', 'yes'), taken];
  const rest = { ...NOTHING, notSent: ['b'], sentCount: 1 };
  expect(read(...lines)).toEqual({ ...rest, unclear: ['a'] });
  expect(read(...lines, doneLine('r1'))).toEqual({ ...rest, takenOnCount: 1 });
});

test.each([
  ['its own line', [row('a', 'no', R1)], { notSent: ['a'] }],
  ['its own line before it, as where files were put together', [], { notSent: ['a'] }, R1],
  ['another run sent it later', [row('a', 'yes', { run: 'r2' })], { sentCount: 1 }],
  ['another run did not send it later', [row('a', 'no', { run: 'r2' })], { unclear: ['a'] }],
  ['a released version did not', [row('a', 'no')], { unclear: ['a'] }],
])('what was taken on: %s', (_what, later, expected, before: Partial<typeof R1> = {}) => {
  proves('UI-each-retry-stopped', 'UI-each-once');
  const one = { ...before, run_machines: 1 };
  const lines = [row('a', 'no', one), takenOnLine('r1', ALL.slice(0, 1)), ...later];
  expect(read(...lines)).toEqual({ ...NOTHING, ...expected });
});

test('what a run took on and gave back, since another one was first, is as that one leaves it', () => {
  proves('UI-each-retry', 'UI-each-once');
  const lines = [
    row('a', 'no'),
    takenOnLine('r1', ALL.slice(0, 1)),
    takenOnLine('r2', ALL.slice(0, 1)),
  ];
  const taken = [...lines, givenBackLine('r2')];
  expect(read(...taken)).toEqual({ ...NOTHING, unclear: ['a'] });
  expect(read(...taken, doneLine('r1'))).toEqual({ ...NOTHING, takenOnCount: 1 });
  expect(read(...taken, row('a', 'no', R1))).toEqual({ ...NOTHING, notSent: ['a'] });
});

test('of a run with fewer machines in the file than it had, as many are unclear, and may be any other', () => {
  proves('UI-each-retry-copy', 'UI-each-once');
  const of = { run: 'r1', run_machines: 4 };
  const short = [row('a', 'yes', of), row('b', 'no', of), row('b', 'no', of)];
  const rest = { ...NOTHING, notSent: ['b'], sentCount: 1 };
  expect(read(...short)).toEqual({ ...rest, untoldCount: 2 });
  expect(read(...short, row('c', 'no', { run: 'r2', run_machines: 1 }))).toEqual({
    ...rest,
    unclear: ['c'],
    untoldCount: 2,
  });
  const noted = [{ run: 'r1', machines: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id })) }];
  expect(readWith(noted, ...short)).toEqual({ ...rest, unclear: ['c', 'd'] });
});

test('a noted run is told by its own lines, and by those of later runs that something was sent', () => {
  proves('UI-each-retry-killed', 'UI-each-retry-cut', 'UI-each-once');
  const noted = [{ run: 'k5-1', machines: ALL }];
  const of = (run: string) => ({ run, run_machines: 1 });
  const own = { run: 'k5-1', run_machines: 2 };
  expect(readWith(noted, row('a', 'yes', of('k4-9')), row('b', 'no', of('k6-1')))).toEqual({
    ...NOTHING,
    unclear: ['a', 'b'],
  });
  expect(readWith(noted, row('a', 'yes', of('k6-1')), row('b', 'no', own))).toEqual({
    ...NOTHING,
    notSent: ['b'],
    sentCount: 1,
  });
});

test.each([
  ['', 'It has no lines. Where this run writes to it, use another file, or >> in place of >.'],
  ['tea', 'Line 1 is not JSON.'],
  [
    Buffer.from(`\uFEFF${row('a', 'no')}`, 'utf16le').toString(),
    'It is in UTF-16, as > of Windows PowerShell writes it, and has to be in UTF-8.',
  ],
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

/** A row that a pipe wrote on behind lines of runs. */
const around = (line: string, at: number, ...events: readonly string[]) => [
  line.slice(0, at),
  ...events,
  line.slice(at),
];

test.each([
  ['the end of a run', [doneLine('r1')], { takenOnCount: 1, sentCount: 1 }],
  ['an empty line', ['', doneLine('r1')], { takenOnCount: 1, sentCount: 1 }],
  [
    'several lines',
    [doneLine('r1'), takenOnLine('r2', ALL.slice(0, 1)), givenBackLine('r2')],
    { takenOnCount: 1, sentCount: 1 },
  ],
  [
    'what another run takes on',
    [takenOnLine('r2', ALL.slice(0, 1))],
    { unclear: ['a'], sentCount: 1 },
  ],
])('a row around %s counts as the row, and what is in it as well', (_what, events, expected) => {
  proves('UI-each-retry-late', 'UI-each-once');
  const late = row('b', 'yes', { run: 'r1', run_machines: 2 });
  for (let at = 1; at < late.length; at += 1) {
    const lines = [row('a', 'no'), takenOnLine('r1', ALL), ...around(late, at, ...events)];
    expect(read(...lines, row('b', 'no', { run: 'r0' }))).toEqual({ ...NOTHING, ...expected });
  }
});

test('a row around what another run takes on of its machine is none after that', () => {
  proves('UI-each-retry-late', 'UI-each-once');
  const lines = (sent: string) => [
    row('a', 'no'),
    ...around(row('a', sent, { run: 'r0' }), 30, takenOnLine('r1', ALL.slice(0, 1))),
  ];
  expect(read(...lines('yes'))).toEqual({ ...NOTHING, unclear: ['a'] });
  expect(read(...lines('no'))).toEqual({ ...NOTHING, unclear: ['a'] });
});

test.each([
  [
    'with a quote missing',
    [row('b', 'yes').slice(0, 11), doneLine('r1'), row('b', 'yes').slice(12)],
  ],
  ['without a line of a run', [row('b', 'yes').slice(0, 30), row('b', 'yes').slice(30)]],
  ['around a row', around(row('b', 'yes'), 30, row('a', 'no'))],
  ['around a line of a run and a row', around(row('b', 'yes'), 30, doneLine('r1'), row('a', 'no'))],
  ['around what is no line of a run', around(row('b', 'yes'), 30, '{"event":"other"}')],
  ['that are together no row', around('{"machine":"b"}', 9, doneLine('r1'))],
])('parts of a row %s are refused', (_what, broken) => {
  proves('UI-each-retry-late');
  expect(() => read(row('a', 'no'), ...broken, row('a', 'no'))).toThrow(
    expect.objectContaining({
      facts: expect.objectContaining({ title: 'The file is not of an earlier run' }),
    }),
  );
});

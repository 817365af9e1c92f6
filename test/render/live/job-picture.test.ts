import { expect, test } from 'vitest';
import { jobPicture, lastLines } from '../../../src/render/live/job-picture.ts';
import { proves } from '../../support/proves.ts';

const NOW = Date.UTC(2026, 9, 1, 12, 1, 12);
const JOB = {
  id: 'job_1',
  title: 'Check the \u001b[31mdeployment',
  state: 'running',
  percent: 39.6,
  step: 'compile',
  machine: 'build-01',
  startedAtMs: Date.UTC(2026, 9, 1, 12, 0, 0),
  updates: ['a', 'b', 'c', 'd'],
  output: ['one', 'two', 'three \u202eoverride'],
};

test('title, where it is, the latest updates, and the end of the output', () => {
  proves('UI-follow-live', 'UI-output-sanitised');
  expect(jobPicture(JOB, { width: 60, height: 24, colour: false, now: NOW })).toEqual([
    'Check the deployment',
    'running · 40% · compile · build-01 · 1m 12s',
    '  b',
    '  c',
    '  d',
    '',
    '| one',
    '| two',
    '| three override',
  ]);
});

test('of a job that has ended no step is told, since that was its last', () => {
  proves('UI-follow-live');
  const ended = { ...JOB, state: 'succeeded', updates: [], output: [] };
  expect(jobPicture(ended, { width: 60, height: 24, colour: false, now: NOW })).toEqual([
    'Check the deployment',
    'succeeded · build-01 · 1m 12s',
  ]);
});

test('no line is wider and no picture higher than the terminal', () => {
  proves('UI-follow-live');
  const long = {
    ...JOB,
    title: 'x'.repeat(200),
    output: Array.from({ length: 99 }, () => 'y'.repeat(99)),
  };
  for (const [width, height] of [
    [40, 10],
    [80, 24],
    [20, 4],
    [1, 1],
  ] as const) {
    const lines = jobPicture(long, { width, height, colour: false, now: NOW });
    expect(lines.every((line) => line.length <= Math.max(1, width))).toBe(true);
    expect(lines.length).toBeLessThanOrEqual(Math.max(2, height - 1));
  }
});

test('what was written over is not shown', () => {
  expect(lastLines('10%\r20%\r30%\ndone\r\n', 5)).toEqual(['30%', 'done']);
  expect(lastLines('a\nb\nc\n', 2)).toEqual(['b', 'c']);
});

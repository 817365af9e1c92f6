import { expect, test } from 'vitest';
import { parseJson } from '../../src/base/json/lossless.ts';
import { Failure } from '../../src/contract/failure.ts';
import { failureForPeople, failureForPrograms } from '../../src/render/failure-text.ts';
import { mergePages, rowsIn, sortRows } from '../../src/render/rows.ts';
import { parseTime, relativeTime } from '../../src/render/time.ts';
import { proves } from '../support/proves.ts';

test('the one array-valued member of a list answer is its rows', () => {
  expect(rowsIn({ counts: {}, jobs: [1], next_offset: null })).toEqual({
    member: 'jobs',
    rows: [1],
  });
  expect(rowsIn([1, 2])).toEqual({ member: null, rows: [1, 2] });
  expect(rowsIn({ members: [], invitations: [] })).toBe(null);
  expect(rowsIn({ id: 'job_1', links: [1] })).toBe(null);
  expect(rowsIn({ name: 'x', entries: [1], next_before: null })).toEqual({
    member: 'entries',
    rows: [1],
  });
  for (const value of [null, 5, 'x', {}, parseJson('9007199254740993')]) {
    expect(rowsIn(value)).toBe(null);
  }
});

test('pages become one document in the shape of the answer, digits kept', () => {
  proves('UI-output-all', 'UI-output-numbers');
  const pages = [
    '{"counts":{"a":1},"jobs":[{"n":9007199254740993}],"next_before":"x","extra":1}',
    '{"counts":{"a":2},"jobs":[{"n":2}],"next_before":"y"}',
    '{"counts":{"a":3},"jobs":[],"next_before":null}',
  ].map(parseJson);
  expect(JSON.stringify(mergePages(pages))).toBe(
    '{"counts":{"a":1},"jobs":[{"n":9007199254740993},{"n":2}],"next_before":null,"extra":1}',
  );
  expect(mergePages([pages[0]])).toBe(pages[0]);
  expect(mergePages([])).toBe(null);
  expect(JSON.stringify(mergePages([{ jobs: [1], next_offset: 1 }, { jobs: [2] }]))).toBe(
    '{"jobs":[1,2],"next_offset":null}',
  );
});

test('rows are sorted by size or text, missing ones last', () => {
  const rows = [{ n: 10 }, {}, { n: 9 }, { n: 'b' }, { n: 'a' }, { n: null }];
  expect(sortRows(rows, 'n')).toEqual([
    { n: 9 },
    { n: 10 },
    { n: 'a' },
    { n: 'b' },
    {},
    { n: null },
  ]);
  expect(sortRows(rows, undefined)).toBe(rows);
});

test('times are told as people tell them', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const told = (text: string) => relativeTime(parseTime(text) ?? Number.NaN, now);
  expect(told('2026-11-20T12:00:00Z')).toBe('now');
  expect(told('2026-11-20T11:59:01.000Z')).toBe('59s ago');
  expect(told('2026-11-20T12:00:00+01:00')).toBe('1h ago');
  expect(told('2026-11-20T12:10:00Z')).toBe('in 10m');
  expect(told('2026-11-17T12:00:00Z')).toBe('3d ago');
  expect(told('2026-01-02T12:00:00Z')).toBe('2026-01-02');
  expect(parseTime('2026-11-20')).toBe(null);
  expect(parseTime('2026-13-20T12:00:00Z')).toBe(null);
});

test('a failure says what, why, what to do and the request id', () => {
  proves('UI-output-errors');
  const failure = new Failure('refused', {
    code: 'rate_limited',
    title: 'Too many requests',
    detail: 'Over 600 a minute.\nSecond line.',
    advice: 'Wait a little.',
    status: 429,
    requestId: 'req_1',
    retryAfterSeconds: 3,
    extra: { problems: [1], exit_code: 99 },
  });
  expect(failureForPeople(failure, { colour: false })).toBe(
    'fleet: Too many requests\n  Over 600 a minute.\n  Second line.\n  Wait a little.\n' +
      '  Try again in 3 s.\n  Request id: req_1\n',
  );
  expect(failureForPrograms(failure, { exitCode: 7, isTerminal: false })).toBe(
    '{"error":{"problems":[1],"exit_code":7,"code":"rate_limited","title":"Too many requests",' +
      '"detail":"Over 600 a minute.\\nSecond line.","advice":"Wait a little.","status":429,' +
      '"request_id":"req_1","retry_after_seconds":3}}\n',
  );
});

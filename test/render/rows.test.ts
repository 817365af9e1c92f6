import { expect, test } from 'vitest';
import { parseJson } from '../../src/base/json/lossless.ts';
import { mergePages, rowsIn, sortRows } from '../../src/render/rows.ts';
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

import { expect, test } from 'vitest';
import { type PageCursor, pagesOf, rowsOf } from '../../src/client/pages.ts';
import { proves } from '../support/proves.ts';
import { failureOf } from '../support/test-client.ts';

/** Pages as a service would give them, and the cursors it was asked with. */
function pagesFrom(values: readonly unknown[]) {
  const asked: (PageCursor | undefined)[] = [];
  const pages = pagesOf(async (cursor) => {
    asked.push(cursor);
    const value = values[asked.length - 1];
    const text = JSON.stringify(value);
    return {
      status: 200,
      headers: {},
      bytes: Buffer.from(text),
      text,
      value,
      requestId: 'srv-1',
      withoutKey: String,
    };
  });
  return { asked, pages };
}

async function itemsOf(values: readonly unknown[]) {
  const { asked, pages } = pagesFrom(values);
  const items: unknown[] = [];
  for await (const { rows } of pages) items.push(...(rows?.items ?? []));
  return { asked, items };
}

test('next_before is sent back as before until it is null', async () => {
  proves('CONV-newest-first', 'WIRE-client-rows');
  const { asked, items } = await itemsOf([
    { jobs: [3, 2], next_before: 'job_2' },
    { jobs: [1], next_before: null },
  ]);
  expect(items).toEqual([3, 2, 1]);
  expect(asked).toEqual([undefined, { parameter: 'before', value: 'job_2' }]);
});

test('next_offset is sent back as offset until it is missing', async () => {
  proves('CONV-inbox-offset', 'WIRE-client-rows');
  const { asked, items } = await itemsOf([
    { jobs: [1], counts: { needs_input: 1 }, next_offset: 20 },
    { jobs: [], next_offset: 40 },
    { jobs: [2] },
  ]);
  expect(items).toEqual([1, 2]);
  expect(asked).toEqual([
    undefined,
    { parameter: 'offset', value: 20 },
    { parameter: 'offset', value: 40 },
  ]);
});

test('the next page is fetched only when it is asked for', async () => {
  const { asked, pages } = pagesFrom([{ jobs: [1], next_before: 'a' }, { jobs: [2] }]);
  await pages.next();
  await pages.return();
  expect(asked.length).toBe(1);
});

test.each([
  ['the same cursor again', ['a', 'a']],
  ['a cursor of long ago', ['a', 'b', 'a']],
])('%s is an error after the rows that came', async (_name, cursors) => {
  proves('UI-output-all');
  const { pages } = pagesFrom(cursors.map((cursor, n) => ({ jobs: [n], next_before: cursor })));
  const items: unknown[] = [];
  const failure = await failureOf(
    (async () => {
      for await (const { rows } of pages) items.push(...(rows?.items ?? []));
    })(),
  );
  expect(items).toEqual(cursors.map((_cursor, n) => n));
  expect(failure).toMatchObject({
    kind: 'not_the_service',
    code: 'broken_list',
    detail: 'next_before repeats, so the list would never end.',
    requestId: 'srv-1',
  });
});

test('a list that goes on without exactly one list of rows is an error', async () => {
  const { pages } = pagesFrom([{ members: [], invitations: [], next_before: 'a' }]);
  expect(await failureOf(pages.next())).toMatchObject({ code: 'broken_list' });
});

const FIRST = { jobs: [1], next_before: 'a' };
const TWO_LISTS = { members: [3], invitations: [] };

test.each<[string, unknown]>([
  ['with two lists', TWO_LISTS],
  ['with another list', { machines: [{ id: 'mch_1' }] }],
  ['with the details of an error', { error: 'database away', details: [{ a: 1 }] }],
  ['that is a problem with a list', { title: 'Away', status: 503, errors: [{ a: 1 }] }],
  ['with no rows and an error', { jobs: [], error: 'timed out' }],
])('so is a later page %s', async (_name, later) => {
  proves('UI-output-all');
  const { pages } = pagesFrom([FIRST, later]);
  await pages.next();
  expect(await failureOf(pages.next())).toMatchObject({
    code: 'broken_list',
    detail: 'It went on with a page that has not the list of the first one, or tells of an error.',
  });
});

test('a later page with another list beside that of the first page has its rows', async () => {
  const whole = pagesFrom([FIRST, { jobs: [2], ...TWO_LISTS }]).pages;
  await whole.next();
  const last = { rows: { member: 'jobs', items: [2] }, goesOn: false };
  expect((await whole.next()).value).toMatchObject(last);
});

test.each<[unknown, unknown]>([
  [
    { jobs: [1], next_before: null },
    { member: 'jobs', items: [1] },
  ],
  [{ members: [], invitations: [] }, undefined],
  [{ job: {} }, undefined],
  [[1], undefined],
  [null, undefined],
  ['text', undefined],
])('the rows of %j are %j', (value, rows) => {
  proves('WIRE-client-rows');
  expect(rowsOf(value)).toEqual(rows);
});

import { expect, test } from 'vitest';
import { pagesOf } from '../../src/client/pages.ts';
import { wholeList } from '../../src/client/whole-list.ts';
import { firstRows } from '../../src/flow/first-rows.ts';
import { proves } from '../support/proves.ts';
import { failureOf } from '../support/test-client.ts';

/** The pages that `page` makes, without an end, and how many were asked for. */
function endless(page: (at: number) => object) {
  const asked = { count: 0 };
  const pages = pagesOf(async () => {
    const value = page(asked.count);
    asked.count += 1;
    return {
      status: 200,
      headers: {},
      bytes: new Uint8Array(),
      text: '',
      value,
      requestId: 'r',
      withoutKey: String,
    };
  });
  return { asked, pages };
}

async function readAll(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _page of pages);
}

test.each([
  ['empty pages', 100, (at: number) => ({ rows: [], next_before: `c${at}` })],
  ['rows for ever', 100_000, (at: number) => ({ rows: [at], next_offset: at + 1 })],
  ['a cursor that is a record', 1, (at: number) => ({ rows: [at], next_before: { at } })],
  [
    'a cursor of 10,000 characters',
    1,
    (at: number) => ({ rows: [at], next_before: 'x'.repeat(10_000) }),
  ],
])('a list that would never end is an error: %s', async (_name, count, page) => {
  proves('UI-output-all-ends', 'ATTACK-costly-text');
  const { asked, pages } = endless(page);
  expect(await failureOf(readAll(pages))).toMatchObject({
    kind: 'not_the_service',
    code: 'broken_list',
    requestId: 'r',
  });
  expect(asked.count).toBe(count);
});

test('a page without a row now and then ends nothing', async () => {
  const { pages } = endless((at) => ({
    rows: at % 99 === 0 ? [at] : [],
    next_before: at < 500 ? `c${at}` : null,
  }));
  await readAll(pages);
});

test('the first rows are given, and no page after them is asked for', async () => {
  proves('UI-output-all-ends');
  const { asked, pages } = endless((at) => ({ a: 1, rows: [at, at], next_offset: at + 1 }));
  const given: unknown[] = [];
  for await (const { goesOn, isLast, value } of firstRows(pages, 3))
    given.push([value, isLast, goesOn]);
  expect(given).toEqual([
    [{ a: 1, rows: [0, 0], next_offset: 1 }, false, true],
    [{ a: 1, rows: [1], next_offset: null }, true, true],
  ]);
  expect(asked.count).toBe(2);
});

test('a list that is needed as a whole ends where memory would', async () => {
  proves('UI-output-all-ends', 'ATTACK-costly-text');
  let asked = 0;
  const rows = Array.from({ length: 200_000 }, () => 1);
  const list = wholeList(async () => {
    asked += 1;
    const value = { rows, next_offset: asked };
    return {
      status: 200,
      headers: {},
      bytes: new Uint8Array(64),
      text: '',
      value,
      requestId: 'r',
      withoutKey: String,
    };
  }, 256);
  expect(await failureOf(list)).toMatchObject({ kind: 'conflict', code: 'too_long_to_hold' });
  expect(asked).toBe(5);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageWriter, RenderOptions } from '../../src/render/format.ts';
import type { FormatName } from '../../src/render/format-name.ts';
import { loadFormat } from '../../src/render/load-format.ts';
import { mergePages, rowsOfPages } from '../../src/render/rows.ts';
import { proves } from '../support/proves.ts';

const PIPE: RenderOptions = { isTerminal: false, width: 80, colour: false, now: 0 };
const TERMINAL: RenderOptions = { ...PIPE, isTerminal: true };

const ROW = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(fc.constantFrom('id', 'name', 'a,b', '0'), fc.jsonValue({ maxDepth: 1 })),
);
const ROWS = fc.array(ROW, { maxLength: 4 });
const CURSOR = fc.constantFrom('next_before', 'next_offset');
const MEMBER = fc.constantFrom('rows', '7', '__proto__', 'jobs[0]', 'ro"ws');
const BESIDE = fc.dictionary(
  fc.constantFrom('counts', '1', '9', 'total', 'next_other'),
  fc.oneof(fc.nat(), fc.record({ a: fc.string() }), fc.constant(null)),
);

/** Pages as a service sends them: only the last one has no cursor. */
const PAGES = fc
  .record({
    member: MEMBER,
    cursor: CURSOR,
    beside: BESIDE,
    lists: fc.array(ROWS, { minLength: 1, maxLength: 5 }),
    cursorFirst: fc.boolean(),
  })
  .map(({ member, cursor, beside, lists, cursorFirst }) =>
    lists.map((rows, at): unknown => {
      const next = [cursor, at < lists.length - 1 ? `c${at}` : null] as const;
      const entries = Object.entries(beside);
      const list = [member, rows] as const;
      return Object.fromEntries(
        cursorFirst ? [next, ...entries, list] : [...entries.slice(1), list, ...entries, next],
      );
    }),
  );

async function printed(name: FormatName, pages: readonly unknown[], options: RenderOptions) {
  const writer = (await (await loadFormat(name)).pages?.(options)) as PageWriter;
  const rowsOf = rowsOfPages();
  const texts = pages.map((page) => writer.page(rowsOf(page) ?? [], page));
  return { text: texts.join('') + writer.end(), leftOut: [...(writer.leftOut ?? [])] };
}

test('json written page by page is the merged document, byte for byte', async () => {
  proves('UI-output-all');
  const json = await loadFormat('json');
  await fc.assert(
    fc.asyncProperty(PAGES, fc.boolean(), async (pages, isTerminal) => {
      const options = isTerminal ? TERMINAL : PIPE;
      const { text } = await printed('json', pages, options);
      expect(text).toBe(json.value({ value: mergePages(pages) }, options));
    }),
    { numRuns: 300 },
  );
  expect((await printed('json', [[1, 2]], PIPE)).text).toBe('[1,2]\n');
  expect((await printed('json', [[]], TERMINAL)).text).toBe('[]\n');
});

test.each(['csv', 'tsv'] as const)(
  '%s written page by page is that of the whole list where the first page has all columns',
  async (name) => {
    proves('UI-output-all');
    const format = await loadFormat(name);
    const same = fc.array(fc.record({ id: fc.string(), n: fc.nat(), deep: ROW }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(same, { minLength: 1, maxLength: 4 }), async (lists) => {
        const pages = lists.map((rows) => ({ rows, next_before: 'x' }));
        const { leftOut, text } = await printed(name, pages, PIPE);
        expect(text).toBe(format.value({ value: mergePages(pages) }, PIPE));
        expect(leftOut).toEqual([]);
      }),
      { numRuns: 100 },
    );
  },
);

test('a member that comes after the first page has no column and is named', async () => {
  proves('UI-output-all');
  const pages = [{ rows: [] }, { rows: [{ id: 1 }] }, { rows: [{ extra: 2, id: 3 }, { last: 4 }] }];
  expect(await printed('csv', pages, PIPE)).toEqual({
    text: 'id\r\n1\r\n3\r\n\r\n',
    leftOut: ['extra', 'last'],
  });
  expect(await printed('tsv', pages, { ...PIPE, columns: ['last', 'id'] })).toEqual({
    text: '\t1\n\t3\n4\t\n',
    leftOut: [],
  });
  const [first = {}] = pages;
  expect((await printed('csv', [first], { ...PIPE, columns: ['id'] })).text).toBe('id\r\n');
});

test('the rows of every page are under the member of the first', () => {
  const rowsOf = rowsOfPages();
  expect(rowsOf({ rows: [1], next_before: 'x' })).toEqual([1]);
  expect(rowsOf({ rows: [2], name: 'n', also: [3] })).toEqual([2]);
  expect(rowsOf({ next_before: null })).toEqual([]);
  expect(rowsOfPages()({ id: 'x' })).toBe(null);
});

test('rows of a later page under another member, or under none, are not lost', () => {
  proves('UI-output-all');
  const first = { rows: [1], next_before: 'x' };
  expect(mergePages([first, { items: [2] }])).toEqual({ rows: [1, 2], next_before: null });
  expect(mergePages([first, [2]])).toEqual({ rows: [1, 2], next_before: null });
});

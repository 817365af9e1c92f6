import { expect, test } from 'vitest';
import { parseJson } from '../../../src/base/json/lossless.ts';
import { compileQuery } from '../../../src/render/query.ts';
import { proves } from '../../support/proves.ts';
import { refusal, selected, TWO_JOBS } from './two-jobs.ts';

test.each([
  "jobs[?id='a'].n",
  "jobs[?id='a'] | [0].n",
  "jobs[?n == `5` && id = 'a']",
  "jobs[?!(id='a')]",
  'jobs[?$x=n]',
  'let $x = n = id in $x',
])('a = outside a let is no comparison, and chose everything: %s', async (expression) => {
  proves('UI-query');
  expect(await refusal(expression)).toContain('== compares');
});

test('a = in a let gives a name', async () => {
  expect(await selected("let $x = 'a' in jobs[?id == $x].n")).toBe('[5]');
});

test('a let orders texts and exact numbers as all else does', async () => {
  proves('UI-query');
  expect(await selected("let $a = 'a' in jobs[?id > $a].id")).toBe('["b"]');
  expect(await selected('let $x = `1` in max_by(jobs, &n).id')).toBe('"b"');
});

test.each([
  ['jobs[?id != "a"].n', '"a"'],
  ['let $n = `5` in jobs[?id != "a" && n != $n]', '"a"'],
  ['jobs[?id != a].n', '"a"'],
  ['jobs[?idd == "a"].n', '"a"'],
  ['jobs[?@.id != "a"].n', '"a"'],
  ['jobs[?type(n) != "string"].n', '"string"'],
  ['jobs[?n == true].n', '"true"'],
  ['jobs[?!contains(id, "a")].n', '"a"'],
  ['jobs[?!contains(id, a)].n', '"a"'],
  ['jobs[?!contains([id], "a")].n', '"a"'],
  ['jobs[?!contains(["a", "c"], id)].n', '"a"'],
  ['jobs[?contains([b], id)].n', '"b"'],
  ['jobs[].id | [?!contains([a, b], @)]', '"a"'],
  ['contains(jobs[].id, "a")', '"a"'],
  ['jobs[].id | [?@ != "a"]', '"a"'],
])('what is compared with a name that nothing has is a failure: %s', async (expression, name) => {
  proves('UI-query-names');
  const query = await compileQuery(expression);
  expect(() => query.select(TWO_JOBS)).toThrow(
    expect.objectContaining({
      kind: 'local',
      facts: expect.objectContaining({ detail: expect.stringContaining(name) }),
    }),
  );
});

test.each([
  ['jobs[?id == id].n', '[9007199254740993,5]'],
  ["jobs[?gone != 'a'].id", '["b","a"]'],
  ['jobs[?gone == id].id', '[]'],
  ['jobs[?gone == null].id', '["b","a"]'],
  ["let $x = 'a' in jobs[?$x == gone].id", '[]'],
  ["jobs[?'a' == gone].id", '[]'],
  ["jobs[?contains(['a', 'c'], gone)].id", '[]'],
  ["jobs[?!contains(['a', 'c'], id)].id", '["b"]'],
  ["jobs[?contains('ac', id)].id", '["a"]'],
  ["jobs[?!contains(id, 'a')].id", '["b"]'],
  ["jobs[?contains([id, gone], 'a')].id", '["a"]'],
  ['jobs[?contains([id, n], id)].n', '[9007199254740993,5]'],
  ['gone[?id != "a"]', 'null'],
])('a name that may be left out of an answer is none: %s', async (expression, found) => {
  proves('UI-query-names');
  expect(await selected(expression)).toBe(found);
});

const CHECKS = parseJson(
  '{"rows":[{"id":"a","failing":2,"ready":true,"text":"5"},{"id":"b","failing":0,"ready":false,"text":null}]}',
);

test.each([
  ["rows[?failing > '0'].id", '`0`'],
  ["rows[?failing != '2'].id", '`2`'],
  ["rows[?'2' == failing].id", '`2`'],
  ["rows[?ready != 'true'].id", '`true`'],
  ["rows[?text != 'null'].id", '`null`'],
  ['rows[?failing != `"2"`].id', '`2`'],
])(
  'a value that is no text compared with a text of it is a failure: %s',
  async (expression, shown) => {
    proves('UI-query-names');
    const query = await compileQuery(expression);
    expect(() => query.select(CHECKS)).toThrow(
      expect.objectContaining({
        kind: 'local',
        facts: expect.objectContaining({ detail: expect.stringContaining(shown) }),
      }),
    );
  },
);

test.each([
  ["rows[?text == '5'].id", '["a"]'],
  ["rows[?text != 'true'].id", '["a","b"]'],
  ['rows[?failing > `0`].id', '["a"]'],
  ['rows[?ready == `true`].id', '["a"]'],
  ["rows[?failing != 'none'].id", '["a","b"]'],
  ["rows[?gone == '5'].id", '[]'],
  ['rows[?`true` && ready].id', '["a"]'],
  ["rows[].[text || 'none'][]", '["5","none"]'],
])('a comparison that may be meant is made: %s', async (expression, found) => {
  proves('UI-query-names');
  expect(JSON.stringify((await compileQuery(expression)).select(CHECKS))).toBe(found);
});

test.each([
  "jobs[?id=='a' || 'b'].n",
  'jobs[?n==`5` || `6`]',
  "jobs[?id | 'a']",
  "jobs[?'a'].id",
  "jobs[?!(id=='a' && 'b')]",
])('a text or number alone is no condition, and chose everything: %s', async (expression) => {
  proves('UI-query');
  expect(await refusal(expression)).toContain('is no condition');
});

test.each([
  ["jobs[?idd != 'a'].n", 'idd'],
  ["jobs[?!(idd == 'a')].n", 'idd'],
  ["jobs[?'a' != idd].n", 'idd'],
  ["jobs[?idd != 'a' && n > `1`].n", 'idd'],
  ["jobs[?!contains(['a'], idd)].n", 'idd'],
  ["jobs[?!contains([idd], 'a')].n", 'idd'],
  ["let $a = 'a' in jobs[?idd != $a].n", 'idd'],
  ['jobs[?!idd].n', 'idd'],
  ["jobs[?!idd && id == 'a'].n", 'idd'],
  ['jobs[?!id || n].n', undefined],
  ['jobs[?idd == null].n', undefined],
  ['jobs[?idd == `null`].n', undefined],
  ["jobs[?id != 'c'].n", undefined],
])(
  'a wrong name beside a value is told where something is chosen: %s',
  async (expression, name) => {
    proves('UI-query-note');
    const query = await compileQuery(expression);
    query.select(TWO_JOBS);
    if (name === undefined) expect(query.note()).toBe(undefined);
    else expect(query.note()).toBe(`Nothing there has the member "${name}", by which it chooses.`);
  },
);

test('a name that a later page has is not told', async () => {
  const query = await compileQuery("jobs[?late != 'a'].id");
  query.select(TWO_JOBS);
  query.select(parseJson('{"jobs":[{"id":"c","late":"b"}]}'));
  expect(query.note()).toBe(undefined);
});

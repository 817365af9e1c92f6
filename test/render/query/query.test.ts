import { expect, test } from 'vitest';
import { parseJson } from '../../../src/base/json/lossless.ts';
import { Failure } from '../../../src/contract/failure.ts';
import { compileQuery } from '../../../src/render/query.ts';
import { proves } from '../../support/proves.ts';
import { refusal, selected, TWO_JOBS } from './two-jobs.ts';

test('a query selects, and numbers beyond 2^53 pass through it', async () => {
  proves('UI-query', 'UI-output-numbers');
  expect(await selected('jobs[0].n')).toBe('9007199254740993');
  expect(await selected('jobs[].{id: id, n: n}')).toBe(
    '[{"id":"b","n":9007199254740993},{"id":"a","n":5}]',
  );
  expect(await selected("sort_by(jobs, &id)[?id != 'b'] | [0]")).toBe('{"id":"a","n":5}');
  expect(await selected('gone.deeper')).toBe('null');
  expect(await selected('constructor')).toBe('null');
  expect(await selected('length(jobs)')).toBe('2');
});

test('a literal between backquotes that is no JSON is a text, as in the AWS CLI', async () => {
  proves('UI-query-legacy');
  expect(await selected('jobs[?id==`a`].n')).toBe('[5]');
  expect(await selected('jobs[?n==`5`].id')).toBe('["a"]');
});

test('texts have an order, as in the AWS CLI, so that times can be compared', async () => {
  proves('UI-query-order');
  expect(await selected("jobs[?id > 'a'].id")).toBe('["b"]');
  expect(await selected("jobs[?id >= 'a' && id < 'b'].id")).toBe('["a"]');
  expect(await selected("map(&(id <= 'a'), jobs)")).toBe('[false,true]');
  expect(await selected('jobs[?n < `6`].id')).toBe('["a"]');
  expect(await selected("jobs[?n > 'a'].id")).toBe('[]');
  expect(await selected("jobs[?gone > 'a'].id")).toBe('[]');
});

const EXACT = parseJson(
  '{"rows":[{"id":9007199254740993,"n":"b"},{"id":9007199254740995,"n":"c"},{"id":5,"n":"a"},{"id":-1e400,"n":"d"}]}',
);

test.each([
  ['max_by(rows, &n).n', '"d"'],
  ['min_by(rows, &n).n', '"a"'],
  ['max_by(rows, &id).n', '"c"'],
  ['min_by(rows, &id).n', '"d"'],
  ['sort_by(rows, &id)[].n', '["d","a","b","c"]'],
  ['max(rows[].id)', '9007199254740995'],
  ['sort(rows[].id)', '[-1e400,5,9007199254740993,9007199254740995]'],
  ['sort(`[10, 9, -1, 2.5, 100]`)', '[-1,2.5,9,10,100]'],
  ['sort_by(`[{"k": "b"}, {"k": "a", "at": 1}, {"k": "a", "at": 2}]`, &k)[].at', '[1,2]'],
  ['rows[?id > `6`].n', '["b","c"]'],
  ['rows[?id < `6`].n', '["a","d"]'],
  ['rows[?id >= $.rows[1].id].n', '["c"]'],
  ['rows[?id == $.rows[0].id].n', '["b"]'],
  ['rows[?id != $.rows[0].id].n', '["c","a","d"]'],
  [
    '[type(rows[0].id), rows[0].id.rawJSON, to_string(rows[0].id)]',
    '["number",null,"9007199254740993"]',
  ],
])('texts and numbers beyond a double have an order: %s', async (expression, found) => {
  proves('UI-query-order', 'UI-query-exact');
  expect(JSON.stringify((await compileQuery(expression)).select(EXACT))).toBe(found);
});

test('a hundred thousand numbers beyond a double are read and sorted in seconds', async () => {
  proves('UI-query-order', 'UI-query-exact');
  const numbers = Array.from({ length: 100_000 }, (_, at) => `${(at * 7_919) % 100_003}e400`);
  const query = await compileQuery('[sort(@)[1], max(@)]');
  const before = process.cpuUsage();
  const found = query.select(parseJson(`[${numbers}]`));
  const { system, user } = process.cpuUsage(before);
  expect(JSON.stringify(found)).toBe('[1e400,100002e400]');
  // With the square of the time it is minutes; a slow machine takes two seconds.
  expect((system + user) / 1e6).toBeLessThan(10);
});

test('the largest of 200,000 numbers or texts is found', async () => {
  const numbers = Array.from({ length: 200_000 }, (_, at) => at);
  expect((await compileQuery('[max(@), min(@)]')).select(numbers)).toEqual([199_999, 0]);
  expect((await compileQuery('max(@)')).select(numbers.map(String))).toBe('99999');
});

test.each(['sum(rows[].id)', 'rows[0].id + `1`', 'abs(rows[0].id)', 'length(rows[0].id)'])(
  'nothing is calculated with a number beyond a double: %s',
  async (expression) => {
    proves('UI-query-exact');
    const query = await compileQuery(expression);
    expect(() => query.select(EXACT)).toThrow(
      expect.objectContaining({
        facts: expect.objectContaining({
          detail: expect.stringMatching(/9007199254740993: it has more digits/),
        }),
      }),
    );
  },
);

test('a literal beyond a double is refused, and any other number is taken', async () => {
  proves('UI-query-exact');
  for (const number of ['9007199254740993', '1e400', '[1, 0.12345678901234567]']) {
    expect(await refusal(`jobs[?n == \`${number}\`]`)).toContain('cannot be used: it has more');
  }
  expect(await selected('[`9007199254740992`, `1e3`, `1.5`]')).toBe('[9007199254740992,1000,1.5]');
});

test.each([
  ['[', 'nested too deeply'],
  ['(', 'nested too deeply'],
  ['!', 'nested too deeply'],
  ['[]', 'nested too deeply'],
  ['a ', 'unexpected token'],
  ['`', 'unexpected token'],
])('twenty thousand of %j are refused at once', async (part, words) => {
  proves('UI-query-long');
  const before = process.cpuUsage();
  expect(await refusal(part.repeat(20_000))).toContain(words);
  const { system, user } = process.cpuUsage(before);
  expect((system + user) / 1e6).toBeLessThan(2);
});

test('a wrong query is refused before anything is sent, with its place', async () => {
  proves('UI-query');
  const places: readonly (readonly [string, number])[] = [
    ['foo bar', 4],
    ['foo[', 3],
    ['a.b.', 3],
    ['a ~ b', 2],
    ['"abc', 0],
    ['a | b | c )', 10],
  ];
  for (const [expression, place] of places) {
    const [, shown, pointer] = (await refusal(expression))?.split('\n') ?? [];
    expect([shown, pointer]).toEqual([`  ${expression}`, `  ${' '.repeat(place)}^`]);
  }
  expect(await refusal('')).toBe('It takes a JMESPath expression.');
  expect(await refusal('nope(@)')).toBe('There is no function nope().\n  nope(@)');
  expect(await refusal('map(&toString(@), a)')).toContain('There is no function toString().');
  expect(await refusal('length(a, b)')).toContain('length() takes 1 argument, not 2.');
  expect(await refusal('merge()')).toContain('merge() takes');
});

test('an answer that does not fit the expression is a local failure', async () => {
  proves('UI-query');
  const query = await compileQuery('length(@)');
  expect(() => query.select(5)).toThrow(Failure);
  expect(query.select('abc')).toBe(3);
});

test.each([
  ['[].id', 'The response is no list: its rows are in "jobs", as in --query \'jobs[].id\'.'],
  ['machines[].id', 'The response has no "machines"; there are jobs.'],
  ['jobs[].nme', 'No row has "nme"; there are id, n.'],
  ["jobs[?state=='done'].id", 'No row has "state"; there are id, n.'],
  ["jobs[?id=='z'].id", undefined],
  ['jobs[].id', undefined],
  ["jobs[?contains(id, 'z')].[n]", undefined],
])('a query that selects nothing is told what the response has not: %s', async (query, note) => {
  proves('UI-query-note');
  const compiled = await compileQuery(query);
  compiled.select(TWO_JOBS);
  expect(compiled.note()).toBe(note);
});

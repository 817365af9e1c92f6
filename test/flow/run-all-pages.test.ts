import { expect, test } from 'vitest';
import { type PageWaitObserver, runAllPages } from '../../src/flow/run-all-pages.ts';
import { answers, refuses, serve } from '../support/misbehaving-server.ts';
import { proves } from '../support/proves.ts';
import { createSkippingClock, type SkippingClock } from '../support/skipping-clock.ts';
import { openTestClient } from '../support/test-client.ts';

const says = (value: unknown) => answers(200, JSON.stringify(value));

async function itemsOf(
  url: string,
  name: string,
  {
    schema = {},
    input = {},
    clock = createSkippingClock(),
    waits = () => {},
  }: { schema?: object; input?: object; clock?: SkippingClock; waits?: PageWaitObserver } = {},
) {
  const run = {
    client: openTestClient(url),
    clock,
    tool: { name, input_schema: { ...schema } },
    operationClass: 'read',
    input: { ...input },
  };
  const pages = runAllPages(run, waits);
  const items: unknown[] = [];
  for await (const { rows } of pages) items.push(...(rows?.items ?? []));
  return items;
}

test('a list operation is sent again with before, its other input unchanged', async () => {
  proves('UI-output-all');
  const server = await serve(says({ jobs: [2], next_before: 'job_2' }), says({ jobs: [1] }));
  expect(await itemsOf(server.url, 'list_jobs', { input: { limit: 1 } })).toEqual([2, 1]);
  expect(server.seen.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ['/api/v1/tools/list_jobs', { limit: 1 }],
    ['/api/v1/tools/list_jobs', { limit: 1, before: 'job_2' }],
  ]);
});

test('a cursor that a double cannot hold goes back digit by digit', async () => {
  proves('UI-output-numbers');
  const first = answers(200, '{"rows":[1],"next_before":9007199254740993}');
  const server = await serve(first, says({ rows: [] }));
  await itemsOf(server.url, 'list_things');
  expect(server.seen[1]?.body).toBe('{"before":9007199254740993}');
});

test('the inbox is paged through its route, since its operation has no offset', async () => {
  proves('UI-flags-rule-8');
  const server = await serve(says({ jobs: [1], next_offset: 20 }), says({ jobs: [2] }));
  const input = { view: 'needs_input', machine: 'a&b', limit: 20 };
  expect(await itemsOf(server.url, 'list_inbox', { input })).toEqual([1, 2]);
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/v1/inbox?view=needs_input&machine=a%26b&limit=20',
    'GET /api/v1/inbox?view=needs_input&machine=a%26b&limit=20&offset=20',
  ]);
});

test('the inbox is paged through its operation where that has an offset', async () => {
  proves('UI-flags-rule-8');
  const server = await serve(says({ jobs: [1], next_offset: 20 }), says({ jobs: [2] }));
  const schema = { properties: { offset: { type: 'integer' } } };
  expect(await itemsOf(server.url, 'list_inbox', { schema })).toEqual([1, 2]);
  expect(server.seen.map(({ url, body }) => [url, body])).toEqual([
    ['/api/v1/tools/list_inbox', '{}'],
    ['/api/v1/tools/list_inbox', '{"offset":20}'],
  ]);
});

test('pages are as large as the schema allows, unless a limit was given', async () => {
  proves('UI-output-all-page-size');
  const server = await serve(
    says({ jobs: [2], next_before: 'b' }),
    says({ jobs: [1] }),
    says({ jobs: [] }),
    says({ jobs: [] }),
  );
  const schema = { properties: { limit: { type: 'integer', maximum: 200 } } };
  await itemsOf(server.url, 'list_jobs', { schema });
  await itemsOf(server.url, 'list_jobs', { schema, input: { limit: 5 } });
  await itemsOf(server.url, 'list_inbox', { schema });
  expect(server.seen.map(({ url, body }) => body || url)).toEqual([
    '{"limit":200}',
    '{"limit":200,"before":"b"}',
    '{"limit":5}',
    '/api/v1/inbox?limit=200',
  ]);
});

test('a Retry-After of up to a minute is waited out between pages, a longer one ends the list', async () => {
  proves('UI-output-all-wait');
  const later = (seconds: number) => refuses(429, 'rate_limited', { 'retry-after': `${seconds}` });
  const first = says({ jobs: [2], next_before: 'b' });
  const server = await serve(first, later(60), later(45), says({ jobs: [1] }));
  const clock = createSkippingClock({ skipUpToMs: 60_000 });
  const waited: number[] = [];
  const waits = (ms: number) => void waited.push(ms);
  expect(await itemsOf(server.url, 'list_jobs', { clock, waits })).toEqual([2, 1]);
  expect(waited).toEqual([60_000, 45_000]);
  const long = await serve(first, later(61));
  await expect(itemsOf(long.url, 'list_jobs', { clock, waits })).rejects.toMatchObject({
    facts: { code: 'rate_limited' },
  });
});

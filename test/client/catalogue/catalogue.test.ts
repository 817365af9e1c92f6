import { expect, test } from 'vitest';
import { markCatalogueStale } from '../../../src/client/catalogue/cache.ts';
import { operationsOf } from '../../../src/client/catalogue/operations.ts';
import {
  catalogueForHelp,
  catalogueForRun,
  catalogueToShow,
  refetchedCatalogue,
  refreshCatalogue,
} from '../../../src/client/catalogue/read.ts';
import { catalogueReader, catalogueText, namesOf } from '../../support/catalogue-reader.ts';
import { answers, drops, refuses, stalls } from '../../support/misbehaving-server.ts';
import { proves } from '../../support/proves.ts';
import { failureOf } from '../../support/test-client.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('one request, then the cache for an hour', async () => {
  proves('PROJECT-cache');
  const reader = await catalogueReader(answers(200, catalogueText('a')));
  expect((await catalogueForRun(reader)).origin).toBe('fetched');
  reader.clock.advance(HOUR_MS);
  expect(await catalogueForRun(reader)).toMatchObject({ origin: 'fresh', renewable: undefined });
  expect(reader.server.seen.length).toBe(1);
});

test('after the hour it serves at once, and after a day it is asked for first, with its ETag', async () => {
  proves('PROJECT-cache', 'WIRE-catalogue-etag');
  const reader = await catalogueReader(
    answers(200, catalogueText('a'), { 'content-type': 'application/json', etag: '"v1"' }),
    answers(304, '', { etag: '"v1"' }),
  );
  await catalogueForRun(reader);
  reader.clock.advance(DAY_MS);
  expect((await catalogueForRun(reader)).origin).toBe('stale');
  expect(reader.server.seen.length).toBe(1);
  reader.clock.advance(1);
  const again = await catalogueForRun(reader);
  expect([again.origin, namesOf(again)]).toEqual(['fetched', ['a']]);
  expect(reader.server.seen[1]).toMatchObject({
    method: 'GET',
    url: '/api/v1/tools',
    headers: { 'if-none-match': '"v1"' },
  });
  reader.clock.advance(HOUR_MS);
  expect((await catalogueForRun(reader)).origin).toBe('fresh');
  expect(reader.server.seen.length).toBe(2);
});

test('who wants to see the catalogue itself sees one of the last hour', async () => {
  const reader = await catalogueReader(
    answers(200, catalogueText('a')),
    answers(200, catalogueText('a', 'b')),
  );
  await catalogueToShow(reader);
  reader.clock.advance(HOUR_MS);
  expect(namesOf(await catalogueToShow(reader))).toEqual(['a']);
  reader.clock.advance(1);
  expect(namesOf(await catalogueToShow(reader))).toEqual(['a', 'b']);
});

test.each([
  ['is away', drops],
  ['refuses', refuses(503, 'unavailable')],
  ['answers HTML', answers(200, '<html>', { 'content-type': 'text/html' })],
  ['answers JSON that is no catalogue', answers(200, '{"tools":5}')],
])('a service that %s leaves the stale cache in use, after one try', async (_name, behaviour) => {
  proves('PROJECT-cache');
  const reader = await catalogueReader(answers(200, catalogueText('a')), behaviour);
  await catalogueForRun(reader);
  reader.clock.advance(DAY_MS + 1);
  const inUse = await catalogueForRun(reader);
  expect(inUse).toMatchObject({ origin: 'stale', checksLocally: true, renewable: undefined });
  expect(namesOf(inUse)).toEqual(['a']);
  expect(reader.server.seen.length).toBe(2);
});

test('a refresh takes at most 3 s', async () => {
  const reader = await catalogueReader(answers(200, catalogueText('a')), stalls);
  await catalogueForRun(reader);
  reader.clock.advance(DAY_MS + 1);
  const inUse = catalogueForRun(reader);
  await expect.poll(() => reader.server.seen.length).toBe(2);
  reader.clock.advance(3_000);
  expect((await inUse).origin).toBe('stale');
});

test('without a cache and without the service the snapshot serves, and checks nothing', async () => {
  proves('UI-flags-rule-7');
  const reader = await catalogueReader(drops);
  expect(await catalogueForRun(reader)).toMatchObject({ origin: 'snapshot', checksLocally: false });
  expect(reader.server.seen.length).toBe(1);
});

test('invalid_request marks the cache stale, so the next run fetches', async () => {
  proves('UI-cache-stale');
  const reader = await catalogueReader(
    answers(200, catalogueText('a')),
    answers(200, catalogueText('a', 'b')),
  );
  await catalogueForRun(reader);
  markCatalogueStale(reader.cache);
  expect(namesOf(await catalogueForRun(reader))).toEqual(['a', 'b']);
  expect((await catalogueForRun(reader)).origin).toBe('fresh');
});

test('for something unknown it is fetched once more, but not twice in a run', async () => {
  proves('UI-flags-rule-7');
  const reader = await catalogueReader(
    answers(200, catalogueText('a')),
    answers(200, catalogueText('a', 'b')),
  );
  const first = await catalogueForRun(reader);
  expect(await refetchedCatalogue(reader, first)).toBe(first);
  const cached = await catalogueForRun(reader);
  expect(namesOf(await refetchedCatalogue(reader, cached))).toEqual(['a', 'b']);
  expect(reader.server.seen.length).toBe(2);
});

test('refresh tells why it cannot', async () => {
  const reader = await catalogueReader(refuses(401, 'invalid_key'));
  expect(await failureOf(refreshCatalogue(reader))).toMatchObject({ code: 'invalid_key' });
});

test('help needs no network: the cache whatever its age, else the snapshot', async () => {
  const reader = await catalogueReader(answers(200, catalogueText('a')));
  expect((await catalogueForHelp(undefined, reader.clock)).origin).toBe('snapshot');
  expect((await catalogueForHelp(reader.cache, reader.clock)).origin).toBe('snapshot');
  expect(reader.server.seen.length).toBe(0);
  await catalogueForRun(reader);
  reader.clock.advance(1000 * HOUR_MS);
  expect(namesOf(await catalogueForHelp(reader.cache, reader.clock))).toEqual(['a']);
});

test('a bad tool is left out, unknown members stay, members of a wrong type go', async () => {
  proves('WIRE-client-needs-name-and-schema', 'WIRE-client-tolerates');
  const schema = { type: 'object', 'x-new': [1] };
  const reader = await catalogueReader(
    answers(
      200,
      JSON.stringify({
        catalogue_version: 'two',
        colour: 'blue',
        tools: [
          { name: 'a', input_schema: schema, class: 'sideways', scope: 7, icon: '*' },
          { name: 'a', input_schema: {} },
          { name: 'no_schema' },
          { name: 'bad name', input_schema: {} },
          { name: 'e\u001b[31m', input_schema: {} },
          { name: '\u202ebidi', input_schema: {} },
          { name: '', input_schema: {} },
          { name: 5, input_schema: {} },
          { name: 'list', input_schema: [] },
          null,
          'text',
        ],
      }),
    ),
  );
  expect((await catalogueForRun(reader)).operations.all()).toEqual([
    { name: 'a', input_schema: schema, class: 'sideways', icon: '*' },
  ]);
});

test.each([490, 200_000])('a schema of %i levels takes no other operation away', async (levels) => {
  proves('ATTACK-costly-text');
  const schema = `${'{"items":'.repeat(levels)}{}${'}'.repeat(levels)}`;
  const reader = await catalogueReader(
    answers(
      200,
      `{"tools":[{"name":"deep","input_schema":${schema}},{"name":"a","input_schema":{"type":"object"}}]}`,
    ),
  );
  const { operations } = await catalogueForRun(reader);
  expect(operations.find('a')).toEqual({ name: 'a', input_schema: { type: 'object' } });
  expect(operations.summaries().map(({ name }) => name)).toEqual(['deep', 'a']);
});

test.each([
  ['get_job', 'get_job'],
  ['get-job', 'get_job'],
  ['both-ways', 'both-ways'],
  ['getJob', undefined],
  ['toString', undefined],
])('%s finds %s', (name, found) => {
  proves('UI-cloud-names');
  const tools = ['get_job', 'both_ways', 'both-ways'].map((tool) => ({
    name: tool,
    input_schema: {},
  }));
  expect(operationsOf(tools).find(name)?.name).toBe(found);
});

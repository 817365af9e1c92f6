import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type CatalogueCacheKey,
  fingerprintOf,
  markCatalogueStale,
} from '../../../src/client/catalogue/cache.ts';
import {
  catalogueForHelpSync,
  catalogueForRun,
  findTool,
  refetchedCatalogue,
  refreshCatalogue,
} from '../../../src/client/catalogue/read.ts';
import {
  answers,
  type Behaviour,
  drops,
  refuses,
  serve,
  stalls,
} from '../../support/misbehaving-server.ts';
import { proves } from '../../support/proves.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { failureOf, openTestClient, TEST_KEY } from '../../support/test-client.ts';

const HOUR_MS = 3_600_000;

function catalogue(...names: readonly string[]): string {
  const tools = names.map((name) => ({ name, input_schema: { type: 'object' } }));
  return JSON.stringify({ catalogue_version: 1, tools });
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-cache-'));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

async function readerOf(...behaviours: readonly Behaviour[]) {
  const server = await serve(...behaviours);
  const clock = createSkippingClock({ skipUpToMs: 2_000 });
  const client = openTestClient(server.url, { clock });
  const cache: CatalogueCacheKey = {
    folder: join(temporaryFolder(), 'cache'),
    baseUrl: server.url,
    keyFingerprint: fingerprintOf(TEST_KEY),
  };
  const file = () => {
    const folder = join(cache.folder, 'catalogues');
    return join(folder, readdirSync(folder)[0] ?? '');
  };
  return { server, clock, client, cache, file };
}

const namesOf = ({ catalogue: { tools } }: Awaited<ReturnType<typeof catalogueForRun>>) =>
  tools.map(({ name }) => name);

test('one request, then the cache for an hour, then 304 makes it fresh again', async () => {
  proves('PROJECT-cache', 'WIRE-catalogue-etag');
  const reader = await readerOf(
    answers(200, catalogue('a'), { 'content-type': 'application/json', etag: '"v1"' }),
    answers(304, '', { etag: '"v1"' }),
  );
  expect((await catalogueForRun(reader)).origin).toBe('fetched');
  reader.clock.advance(HOUR_MS);
  expect((await catalogueForRun(reader)).origin).toBe('fresh');
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

test.each([
  ['is away', drops],
  ['refuses', refuses(503, 'unavailable')],
  ['answers HTML', answers(200, '<html>', { 'content-type': 'text/html' })],
  ['answers JSON that is no catalogue', answers(200, '{"tools":5}')],
])('a service that %s leaves the stale cache in use, after one try', async (_name, behaviour) => {
  proves('PROJECT-cache');
  const reader = await readerOf(answers(200, catalogue('a')), behaviour);
  await catalogueForRun(reader);
  reader.clock.advance(HOUR_MS + 1);
  const inUse = await catalogueForRun(reader);
  expect(inUse).toMatchObject({ origin: 'stale', checksLocally: true });
  expect(namesOf(inUse)).toEqual(['a']);
  expect(reader.server.seen.length).toBe(2);
});

test('a refresh takes at most 3 s', async () => {
  const reader = await readerOf(answers(200, catalogue('a')), stalls);
  await catalogueForRun(reader);
  reader.clock.advance(HOUR_MS + 1);
  const inUse = catalogueForRun(reader);
  await expect.poll(() => reader.server.seen.length).toBe(2);
  reader.clock.advance(3_000);
  expect((await inUse).origin).toBe('stale');
});

test('without a cache and without the service the snapshot serves, and checks nothing', async () => {
  proves('UI-flags-rule-7');
  const reader = await readerOf(drops);
  expect(await catalogueForRun(reader)).toMatchObject({ origin: 'snapshot', checksLocally: false });
  expect(reader.server.seen.length).toBe(1);
});

test('invalid_request marks the cache stale, so the next run fetches', async () => {
  proves('UI-cache-stale');
  const reader = await readerOf(answers(200, catalogue('a')), answers(200, catalogue('a', 'b')));
  await catalogueForRun(reader);
  await markCatalogueStale(reader.cache);
  expect(namesOf(await catalogueForRun(reader))).toEqual(['a', 'b']);
  expect((await catalogueForRun(reader)).origin).toBe('fresh');
});

test('for something unknown it is fetched once more, but not twice in a run', async () => {
  proves('UI-flags-rule-7');
  const reader = await readerOf(answers(200, catalogue('a')), answers(200, catalogue('a', 'b')));
  const first = await catalogueForRun(reader);
  expect(await refetchedCatalogue(reader, first)).toBe(first);
  const cached = await catalogueForRun(reader);
  expect(namesOf(await refetchedCatalogue(reader, cached))).toEqual(['a', 'b']);
  expect(reader.server.seen.length).toBe(2);
});

test('refresh tells why it cannot', async () => {
  const reader = await readerOf(refuses(401, 'invalid_key'));
  expect(await failureOf(refreshCatalogue(reader))).toMatchObject({ code: 'invalid_key' });
});

test('help needs no network: the cache whatever its age, else the snapshot', async () => {
  const reader = await readerOf(answers(200, catalogue('a')));
  expect(catalogueForHelpSync(undefined, reader.clock).origin).toBe('snapshot');
  expect(catalogueForHelpSync(reader.cache, reader.clock).origin).toBe('snapshot');
  expect(reader.server.seen.length).toBe(0);
  await catalogueForRun(reader);
  reader.clock.advance(1000 * HOUR_MS);
  expect(namesOf(catalogueForHelpSync(reader.cache, reader.clock))).toEqual(['a']);
});

test('caches are per service and key, private, and hold no key', async () => {
  proves('UI-cache-key', 'UI-keys-hidden');
  const reader = await readerOf(answers(200, catalogue('a')));
  await catalogueForRun(reader);
  const other = { ...reader.cache, keyFingerprint: fingerprintOf('fleet_other') };
  expect(catalogueForHelpSync(other, reader.clock).origin).toBe('snapshot');
  const elsewhere = { ...reader.cache, baseUrl: `${reader.server.url}/team` };
  expect(catalogueForHelpSync(elsewhere, reader.clock).origin).toBe('snapshot');
  expect(readFileSync(reader.file(), 'utf8') + reader.file()).not.toContain('S3cret');
  expect(statSync(reader.file()).mode & 0o777).toBe(0o600);
  expect(statSync(join(reader.cache.folder, 'catalogues')).mode & 0o777).toBe(0o700);
});

test.each<[string, (text: string) => string]>([
  ['cut off', (text) => text.slice(0, -5)],
  ['empty', () => ''],
  ['of another service', (text) => text.replace('127.0.0.1', '127.0.0.2')],
  ['without tools', (text) => text.replace('"tools"', '"tulz"')],
  ['with a tool that is none', (text) => text.replace('{"name":"a"', '5,{"name":"a"')],
  ['without a time', (text) => text.replace('"fetched_at"', '"at"')],
  ['too large', (text) => text + ' '.repeat(4 * 1024 * 1024)],
])('a cache that is %s is a miss', async (_name, change) => {
  proves('PROJECT-cache');
  const reader = await readerOf(answers(200, catalogue('a')));
  await catalogueForRun(reader);
  writeFileSync(reader.file(), change(readFileSync(reader.file(), 'utf8')));
  expect(catalogueForHelpSync(reader.cache, reader.clock).origin).toBe('snapshot');
  expect((await catalogueForRun(reader)).origin).toBe('fetched');
  expect((await catalogueForRun(reader)).origin).toBe('fresh');
});

test('a cache that cannot be written is a miss, silently', async () => {
  proves('PROJECT-cache');
  const reader = await readerOf(answers(200, catalogue('a')));
  mkdirSync(reader.cache.folder);
  writeFileSync(join(reader.cache.folder, 'catalogues'), 'a file where the folder should be');
  expect((await catalogueForRun(reader)).origin).toBe('fetched');
  expect((await catalogueForRun(reader)).origin).toBe('fetched');
});

test('a bad tool is left out, unknown members stay, members of a wrong type go', async () => {
  proves('WIRE-client-needs-name-and-schema', 'WIRE-client-tolerates');
  const schema = { type: 'object', 'x-new': [1] };
  const reader = await readerOf(
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
  expect((await catalogueForRun(reader)).catalogue).toEqual({
    colour: 'blue',
    tools: [{ name: 'a', input_schema: schema, class: 'sideways', icon: '*' }],
  });
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
  expect(findTool({ tools }, name)?.name).toBe(found);
});

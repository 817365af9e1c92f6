import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type CatalogueCacheKey,
  fingerprintOf,
  markCatalogueStale,
} from '../../../src/client/catalogue/cache.ts';
import {
  type CatalogueInUse,
  catalogueForRun,
  refreshCatalogue,
} from '../../../src/client/catalogue/read.ts';
import { renewBeside } from '../../../src/client/catalogue/renew.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import {
  answers,
  type Behaviour,
  drops,
  refuses,
  serve,
  stalls,
} from '../../support/misbehaving-server.ts';
import { proves } from '../../support/proves.ts';
import { openTestClient, TEST_KEY } from '../../support/test-client.ts';

const HOUR_MS = 3_600_000;
const ETAG = { 'content-type': 'application/json', etag: '"v1"' };

function catalogue(...names: readonly string[]): string {
  const tools = names.map((name) => ({ name, input_schema: { type: 'object' } }));
  return JSON.stringify({ catalogue_version: 1, tools });
}

/** Somebody whose catalogue is an hour old, and the run that goes by it. */
async function runWithStaleCatalogue(...behaviours: readonly Behaviour[]) {
  const server = await serve(answers(200, catalogue('a'), ETAG), ...behaviours);
  const clock = createFakeClock();
  const folder = mkdtempSync(join(tmpdir(), 'fleet-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cache: CatalogueCacheKey = {
    folder,
    baseUrl: server.url,
    keyFingerprint: fingerprintOf(TEST_KEY),
  };
  const reader = { cache, clock, client: openTestClient(server.url, { clock }) };
  await catalogueForRun(reader);
  clock.advance(HOUR_MS + 1);
  const inUse = await catalogueForRun(reader);
  if (inUse.renewable === undefined) throw new Error('nothing to renew');
  return { server, clock, reader, inUse, known: inUse.renewable };
}

const seesAll = ({ operations }: CatalogueInUse) => operations.all().map(({ name }) => name);

test('what has changed is there for the next run, and this one goes by what it had', async () => {
  proves('PROJECT-cache', 'WIRE-catalogue-etag');
  const { inUse, known, reader, server } = await runWithStaleCatalogue(
    answers(200, catalogue('a', 'b'), { ...ETAG, etag: '"v2"' }),
  );
  expect(inUse.origin).toBe('stale');
  await renewBeside(reader, known).end();
  expect(seesAll(inUse)).toEqual(['a']);
  const next = await catalogueForRun(reader);
  expect([next.origin, seesAll(next)]).toEqual(['fresh', ['a', 'b']]);
  expect(server.seen.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
});

test('where nothing has changed it is fresh again', async () => {
  proves('PROJECT-cache', 'WIRE-catalogue-etag');
  const { clock, known, reader } = await runWithStaleCatalogue(answers(304, '', ETAG));
  await renewBeside(reader, known).end();
  clock.advance(HOUR_MS);
  expect(await catalogueForRun(reader)).toMatchObject({
    origin: 'fresh',
    fetchedAtMs: clock.now() - HOUR_MS,
  });
});

test('a run that is over waits 50 ms for it and no longer', async () => {
  const { clock, known, reader, server } = await runWithStaleCatalogue(stalls);
  const renewal = renewBeside(reader, known);
  await expect.poll(() => server.seen.length).toBe(2);
  let ended = false;
  const end = renewal.end().then(() => {
    ended = true;
  });
  clock.advance(49);
  await new Promise(setImmediate);
  expect(ended).toBe(false);
  clock.advance(1);
  await end;
});

test.each([
  ['is away', drops],
  ['refuses', refuses(503, 'unavailable')],
  ['answers HTML', answers(200, '<html>', { 'content-type': 'text/html' })],
  ['answers JSON that is no catalogue', answers(200, '{"tools":5}')],
])('a service that %s changes nothing', async (_name, behaviour) => {
  const { known, reader } = await runWithStaleCatalogue(behaviour);
  await renewBeside(reader, known).end();
  const next = await catalogueForRun(reader);
  expect([next.origin, seesAll(next)]).toEqual(['stale', ['a']]);
});

test('one that takes long to read and write is left to the next run, which fetches first', async () => {
  const large = catalogue('a', 'b').padEnd(4 * 1024 * 1024 + 1);
  const { known, reader, server } = await runWithStaleCatalogue(answers(200, large));
  await renewBeside(reader, known).end();
  const next = await catalogueForRun(reader);
  expect([next.origin, seesAll(next)]).toEqual(['fetched', ['a', 'b']]);
  expect(server.seen.length).toBe(3);
});

test('news for one client does not undo what another has written or marked meanwhile', async () => {
  proves('UI-cache-stale');
  const { clock, inUse, known, reader } = await runWithStaleCatalogue(
    answers(200, catalogue('a', 'b'), { ...ETAG, etag: '"v2"' }),
    answers(304, '', ETAG),
    answers(304, '', ETAG),
  );
  await refreshCatalogue(reader);
  clock.advance(HOUR_MS + 1);
  await renewBeside(reader, known).end();
  const next = await catalogueForRun(reader);
  expect([next.origin, seesAll(next), seesAll(inUse)]).toEqual(['stale', ['a', 'b'], ['a']]);

  const renewal = renewBeside(reader, next.renewable ?? known);
  markCatalogueStale(reader.cache);
  await renewal.end();
  expect((await catalogueForRun(reader)).origin).toBe('fetched');
});

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCachedCatalogueSync } from '../../../src/client/catalogue/cache.ts';
import { keepCatalogue } from '../../../src/client/catalogue/keep.ts';
import { operationsOf } from '../../../src/client/catalogue/operations.ts';
import { proves } from '../../support/proves.ts';

const COUNT = 5_000;

/** A catalogue of many operations, of about 1 KB each. */
function tools() {
  return Array.from({ length: COUNT }, (_, at) => ({
    name: `read_pot_${at}`,
    class: at % 2 === 0 ? 'read' : 'destructive',
    allowed: at % 3 === 0,
    description: `Reads pot ${at}.\nTells\t“its” \u001b[31mlevel.`,
    input_schema: { type: 'object', description: 'x'.repeat(900), $comment: `schema ${at}` },
  }));
}

test('one of many operations is read as it came, and so are lists of them', async () => {
  proves('PROJECT-cache');
  const folder = mkdtempSync(join(tmpdir(), 'fleet-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cache = { folder, baseUrl: 'https://fleet.example', keyFingerprint: 'f' };
  const all = tools();
  await keepCatalogue(cache, { tools: all }, { fetchedAtMs: 1000, etag: undefined });
  const cached = readCachedCatalogueSync(cache);
  onTestFinished(() => cached?.file.close());
  const inMemory = operationsOf(all);
  const kept = cached?.operations;
  expect(kept?.count).toBe(COUNT);
  for (const name of [
    'read_pot_0',
    'read-pot-17',
    'read_pot_4999',
    'read-pot',
    'read',
    '',
    'a\tb',
  ]) {
    expect(kept?.find(name)).toEqual(inMemory.find(name));
  }
  for (const beginning of ['', 'read-pot-49', 'read-pot-4999', 'x']) {
    expect(kept?.summaries(beginning)).toEqual(inMemory.summaries(beginning));
  }
  expect(kept?.all()).toEqual(all);
});

test('a catalogue of many megabytes is kept', async () => {
  proves('PROJECT-cache');
  const folder = mkdtempSync(join(tmpdir(), 'fleet-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cache = { folder, baseUrl: 'https://fleet.example', keyFingerprint: 'f' };
  const name = 'read_pot';
  const long = { name, input_schema: { description: 'x'.repeat(16 * 1024 * 1024) } };
  const catalogue = { tools: [long, { name: 'last', input_schema: {} }] };
  await keepCatalogue(cache, catalogue, { fetchedAtMs: 1000, etag: undefined });
  const cached = readCachedCatalogueSync(cache);
  onTestFinished(() => cached?.file.close());
  expect(cached?.operations.find('last')).toEqual({ name: 'last', input_schema: {} });
  expect(readdirSync(join(folder, 'catalogues')).length).toBe(1);
});

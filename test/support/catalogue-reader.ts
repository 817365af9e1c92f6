import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type CatalogueCacheKey, fingerprintOf } from '../../src/client/catalogue/cache.ts';
import type { CatalogueInUse } from '../../src/client/catalogue/read.ts';
import { type Behaviour, serve } from './misbehaving-server.ts';
import { createSkippingClock } from './skipping-clock.ts';
import { openTestClient, TEST_KEY } from './test-client.ts';

/** The answer of `GET /api/v1/tools` with operations of these names. */
export function catalogueText(...names: readonly string[]): string {
  const tools = names.map((name) => ({ name, input_schema: { type: 'object' } }));
  return JSON.stringify({ catalogue_version: 1, tools });
}

function cacheFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-cache-'));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Somebody with a cache folder of their own, whose n-th request meets the n-th behaviour. */
export async function catalogueReader(...behaviours: readonly Behaviour[]) {
  const server = await serve(...behaviours);
  const clock = createSkippingClock({ skipUpToMs: 2_000 });
  const client = openTestClient(server.url, { clock });
  const cache: CatalogueCacheKey = {
    folder: join(cacheFolder(), 'cache'),
    baseUrl: server.url,
    keyFingerprint: fingerprintOf(TEST_KEY),
  };
  const file = () => {
    const folder = join(cache.folder, 'catalogues');
    return join(folder, readdirSync(folder)[0] ?? '');
  };
  return { server, clock, client, cache, file };
}

/** The names of all operations. */
export const namesOf = ({ operations }: CatalogueInUse) => operations.all().map(({ name }) => name);

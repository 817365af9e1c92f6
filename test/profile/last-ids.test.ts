import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgetLastIds, keepLastIds, readLastIds } from '../../src/profile/last-ids.ts';
import { proves } from '../support/proves.ts';
import { newTemporaryFolder } from '../support/temporary-folder.ts';

const IDS = { job: { id: 'job_1', atMs: 5 } };

test('ids are kept per service and key, and forgotten at logout', async () => {
  proves('UI-last');
  const place = {
    folder: newTemporaryFolder(),
    baseUrl: 'https://a.example',
    keyFingerprint: 'f',
  };
  await keepLastIds(place, IDS, {});
  expect(await readLastIds(place)).toEqual(IDS);
  expect(await readLastIds({ ...place, baseUrl: 'https://b.example' })).toEqual({});
  await forgetLastIds(place);
  expect(await readLastIds(place)).toEqual({});
});

test('whatever lies in the place of the file is no reason to fail or to wait', async () => {
  proves('UI-last');
  const place = {
    folder: newTemporaryFolder(),
    baseUrl: 'https://a.example',
    keyFingerprint: 'f',
  };
  await keepLastIds(place, IDS, {});
  const folder = join(place.folder, 'last-ids');
  const path = join(folder, readdirSync(folder)[0] ?? '');
  for (const text of [
    '',
    '[',
    '7',
    '{"job":7}',
    '{"job":{"id":7,"atMs":1}}',
    `"${'x'.repeat(20_000)}"`,
  ]) {
    writeFileSync(path, text);
    expect(await readLastIds(place)).toEqual({});
  }
  rmSync(path);
  spawnSync('mkfifo', [path]);
  expect(await readLastIds(place)).toEqual({});
  rmSync(path);
  mkdirSync(path);
  await keepLastIds(place, IDS, {});
  expect(await readLastIds(place)).toEqual({});
});

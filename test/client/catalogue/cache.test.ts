import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../../src/client/catalogue/cache.ts';
import {
  catalogueForHelp,
  catalogueForRun,
  refetchedCatalogue,
  refreshCatalogue,
} from '../../../src/client/catalogue/read.ts';
import { catalogueReader, catalogueText } from '../../support/catalogue-reader.ts';
import { answers } from '../../support/misbehaving-server.ts';
import { proves } from '../../support/proves.ts';

test('caches are per service and key, private, and hold no key', async () => {
  proves('UI-cache-key', 'UI-keys-hidden');
  const reader = await catalogueReader(answers(200, catalogueText('a')));
  await catalogueForRun(reader);
  const other = { ...reader.cache, keyFingerprint: fingerprintOf('fleet_other') };
  expect((await catalogueForHelp(other, reader.clock)).origin).toBe('snapshot');
  const elsewhere = { ...reader.cache, baseUrl: `${reader.server.url}/team` };
  expect((await catalogueForHelp(elsewhere, reader.clock)).origin).toBe('snapshot');
  expect(readFileSync(reader.file(), 'utf8') + reader.file()).not.toContain('S3cret');
  expect(statSync(reader.file()).mode & 0o777).toBe(0o600);
  expect(statSync(join(reader.cache.folder, 'catalogues')).mode & 0o777).toBe(0o700);
});

test.each<[string, (text: string) => string]>([
  ['cut off', (text) => text.slice(0, -5)],
  ['empty', () => ''],
  ['of another service', (text) => text.replace('127.0.0.1', '127.0.0.2')],
  ['of another format', (text) => text.replace('catalogue 3', 'catalogue 4')],
  ['of zeros after a power cut', (text) => '\0'.repeat(text.length)],
  ['without a time', (text) => text.replace('"fetched_at"', '"fetched__t"')],
  ['longer than it says', (text) => `${text} `],
])('a cache that is %s is a miss', async (_name, change) => {
  proves('PROJECT-cache');
  const reader = await catalogueReader(answers(200, catalogueText('a')));
  await catalogueForRun(reader);
  writeFileSync(reader.file(), change(readFileSync(reader.file(), 'utf8')));
  expect((await catalogueForHelp(reader.cache, reader.clock)).origin).toBe('snapshot');
  expect((await catalogueForRun(reader)).origin).toBe('fetched');
  expect((await catalogueForRun(reader)).origin).toBe('fresh');
});

test.each<[string, (text: string) => string]>([
  ['operation', (text) => text.replace('{"name":"a"', ' "name":"a"')],
  ['index', (text) => text.replace(/(?<=\n)a\ta\t.*\n/, (line) => '\0'.repeat(line.length))],
])('a damaged %s is asked for anew, and not whether it changed', async (_name, damage) => {
  proves('PROJECT-cache');
  const etag = { 'content-type': 'application/json', etag: '"v1"' };
  const reader = await catalogueReader(answers(200, catalogueText('a'), etag));
  await catalogueForRun(reader);
  writeFileSync(reader.file(), damage(readFileSync(reader.file(), 'utf8')));
  utimesSync(reader.file(), reader.clock.now() / 1000, reader.clock.now() / 1000);
  const damaged = await catalogueForRun(reader);
  expect([damaged.origin, damaged.operations.find('a')]).toEqual(['fresh', undefined]);
  const healed = await refetchedCatalogue(reader, damaged);
  expect(healed.operations.find('a')?.name).toBe('a');
  expect(reader.server.seen[1]?.headers['if-none-match']).toBeUndefined();
});

test('an operation whose place in the index is that of another one is not taken for it', async () => {
  proves('PROJECT-cache');
  const reader = await catalogueReader(answers(200, catalogueText('get_row', 'del_row')));
  await catalogueForRun(reader);
  const text = readFileSync(reader.file(), 'utf8');
  const [, place = ''] = /del-row\tdel_row\t(\d+\t\d+)/.exec(text) ?? [];
  const aimedElsewhere = text.replace(/(get-row\tget_row\t)\d+\t\d+/, (_, line) => line + place);
  const [first = ''] = text.split('\n', 1);
  const more = aimedElsewhere.length - text.length;
  const sized = first.replace(/(?<=^\S+ \d+ \d+ )\d+/, (bytes) => String(Number(bytes) + more));
  writeFileSync(reader.file(), aimedElsewhere.replace(first, sized));
  utimesSync(reader.file(), reader.clock.now() / 1000, reader.clock.now() / 1000);
  const damaged = await catalogueForRun(reader);
  expect([damaged.origin, damaged.operations.find('get_row')]).toEqual(['fresh', undefined]);
  const healed = await refetchedCatalogue(reader, damaged);
  expect(healed.operations.find('get-row')?.name).toBe('get_row');
});

test('what an index cannot tell is told by the operations themselves, and the file is a miss from then on', async () => {
  proves('PROJECT-cache');
  const reader = await catalogueReader(answers(200, catalogueText('get_row', 'del_row')));
  await catalogueForRun(reader);
  const text = readFileSync(reader.file(), 'utf8');
  writeFileSync(reader.file(), text.replace(/(get-row\tget_row\t\d+\t\d+\t)\{/, '$1x'));
  const { operations } = await catalogueForHelp(reader.cache, reader.clock);
  expect(operations.summaries().map(({ name }) => name)).toEqual(['get_row', 'del_row']);
  expect((await catalogueForHelp(reader.cache, reader.clock)).origin).toBe('snapshot');
});

describe('on Unix', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'named pipes and links of Unix'));

  test.each<[string, (path: string) => void]>([
    ['named pipe', (path) => void spawnSync('mkfifo', [path])],
    ['folder', (path) => mkdirSync(path)],
    ['link', (path) => symlinkSync(`${path}.kept`, path)],
  ])('a %s in place of the cache is a miss and holds up nobody', async (_name, put) => {
    proves('PROJECT-cache');
    const reader = await catalogueReader(answers(200, catalogueText('a')));
    await catalogueForRun(reader);
    const path = reader.file();
    renameSync(path, `${path}.kept`);
    put(path);
    expect((await catalogueForHelp(reader.cache, reader.clock)).origin).toBe('snapshot');
    expect((await catalogueForRun(reader)).origin).toBe('fetched');
  });
});

test('files of other formats are neither read nor touched', async () => {
  const reader = await catalogueReader(answers(200, catalogueText('a')));
  await catalogueForRun(reader);
  const foreign = reader.file().replace(/\.3\.catalogue$/, '.json');
  writeFileSync(foreign, '{"catalogue": {"tools": []}}');
  await refreshCatalogue(reader);
  expect(readFileSync(foreign, 'utf8')).toBe('{"catalogue": {"tools": []}}');
});

test('a cache that cannot be written is a miss, silently', async () => {
  proves('PROJECT-cache');
  const reader = await catalogueReader(answers(200, catalogueText('a')));
  mkdirSync(reader.cache.folder);
  writeFileSync(join(reader.cache.folder, 'catalogues'), 'a file where the folder should be');
  expect((await catalogueForRun(reader)).origin).toBe('fetched');
  expect((await catalogueForRun(reader)).origin).toBe('fetched');
});

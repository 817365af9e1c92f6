import { link, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';

test.each([
  ['a line that goes on', 'B=1\nC=C:\\data\\\n', /Line 2 of .* ends in a backslash/],
  [
    'a byte order mark before the name',
    '\ufeffA=old\nB=1\n',
    /take the mark for a part of the name/,
  ],
])('an env file with %s is refused before the machine is asked', async (_what, before, why) => {
  proves('UI-secret-dotenv');
  const service = await openSealingService({ claims: [new TextEncoder().encode('the value')] });
  await writeFile(join(service.folder, '.env'), before, { mode: 0o600 });
  const run = await service.fleet(['secret', 'new', 'm', 'A', '--dotenv', '.env', '--yes']);
  expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(why)]);
  expect([service.asked(), await service.file('.env')]).toEqual([[], before]);
});

test.each(['.env', 'way'])(
  'an env file with a second name is refused before the machine is asked, and stays one: %s',
  async (typed) => {
    proves('UI-secret-dotenv-linked');
    const service = await openSealingService({ claims: [new TextEncoder().encode('the value')] });
    const path = join(service.folder, '.env');
    await writeFile(path, 'A=old\n', { mode: 0o600 });
    await link(path, join(service.folder, 'other'));
    await symlink('.env', join(service.folder, 'way'));
    const args = ['secret', 'new', 'm', 'A', '--dotenv', typed, '--yes', '--json'];
    const run = await service.fleet(args);
    const why = /\.env: it has another name \(a hard link\), which would keep the old lines/;
    expect([run.code, JSON.parse(run.stderr).error.detail]).toEqual([
      11,
      expect.stringMatching(why),
    ]);
    expect([service.asked(), await service.entries()]).toEqual([[], []]);
    await writeFile(path, 'A=shared\n');
    expect(await readFile(join(service.folder, 'other'), 'utf8')).toBe('A=shared\n');
  },
);

test('a second name that a killed process of ours left beside an env file is none of a person', async () => {
  proves('UI-secret-dotenv-linked');
  const service = await openSealingService({ claims: [new TextEncoder().encode('the value')] });
  const path = join(service.folder, '.env');
  await writeFile(path, 'A=old\n', { mode: 0o600 });
  await link(path, `${path}.abcdefghijkl.tmp`);
  const run = await service.fleet(['secret', 'new', 'm', 'A', '--dotenv', '.env', '--yes']);
  expect([run.code, await service.file('.env')]).toEqual([0, "A='the value'\n"]);
});

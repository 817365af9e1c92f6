import { execFileSync } from 'node:child_process';
import { chmod, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PLATFORMS } from '../../../requirements.ts';
import {
  accessListOf,
  giveAccessList,
  HAS_ACCESS_LISTS,
  WITHOUT_LISTS,
} from '../../../support/disk/access-list.ts';
import { proves } from '../../../support/proves.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

const { code, exit } = PLATFORMS['PLATFORM-access-list'];

async function serviceAndEnvFile() {
  const service = await openSealingService({ claims: [new TextEncoder().encode('value')] });
  const path = join(service.folder, '.env');
  await writeFile(path, 'A=1\n');
  return { path, service };
}

test.for([
  ['--dotenv', 'list'],
  ['--dotenv', 'way'],
  ['--file', 'list', '--overwrite'],
  ['--file', 'way', '--overwrite'],
])(
  '%s: a file with an access list is refused before the machine is asked, and keeps it',
  async ([sink = '', name = '', ...flags], { skip }) => {
    skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
    proves('PLATFORM-access-list');
    const service = await openSealingService({ claims: [new TextEncoder().encode('value')] });
    const path = join(service.folder, 'list');
    await writeFile(path, 'A=1\n');
    await symlink('list', join(service.folder, 'way'));
    await chmod(path, 0o600);
    giveAccessList(path);
    const list = accessListOf(path);
    const run = await service.fleet(['secret', 'new', 'm', 'NEW', sink, name, ...flags, '--json']);
    const { detail, ...error } = errorOf(run);
    expect([run.code, error.code]).toEqual([exit, code]);
    expect(detail).toContain(`${path}: it has an access list`);
    expect(detail).toContain('setfacl -b');
    expect(service.asked()).toEqual([]);
    expect([await service.file('list'), accessListOf(path)]).toEqual(['A=1\n', list]);
    expect(await service.entries()).toEqual([]);
  },
);

test('an env file that has no list gets none that its folder gives, by which others could read the value', async ({
  skip,
}) => {
  skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
  proves('PLATFORM-access-list');
  const { path, service } = await serviceAndEnvFile();
  await chmod(path, 0o640);
  giveAccessList(service.folder, { toNewFiles: true });
  const ask = () => service.fleet(['secret', 'new', 'm', 'NEW', '--dotenv', '.env', '--json']);
  const refused = await ask();
  const error = errorOf(refused);
  expect([refused.code, error.code]).toEqual([exit, code]);
  expect(error.detail).toContain(`${path}: its folder gives each new file an access list`);
  expect([service.asked(), await service.file('.env')]).toEqual([[], 'A=1\n']);
  expect((await readdir(service.folder)).filter((name) => name.startsWith('.'))).toEqual(['.env']);
  await chmod(path, 0o600);
  expect((await ask()).code).toBe(0);
  expect(accessListOf(path)).toMatch(/mask::---/);
});

test('a second secret goes to the env file that the first one made in a folder that gives access lists', async ({
  skip,
}) => {
  skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
  proves('PLATFORM-access-list');
  const values = ['first', 'second'].map((value) => new TextEncoder().encode(value));
  const service = await openSealingService({ claims: values });
  const path = join(service.folder, '.env');
  giveAccessList(service.folder, { toNewFiles: true });
  const ask = (name: string) => service.fleet(['secret', 'new', 'm', name, '--dotenv', '.env']);
  expect([(await ask('ONE')).code, (await ask('TWO')).code]).toEqual([0, 0]);
  expect(await service.file('.env')).toBe('ONE=first\nTWO=second\n');
  expect(accessListOf(path)).toMatch(/mask::---/);
});

test.for([
  ['0640', 'chmod 600', ['chmod 600 .env']],
  ['0644', 'chmod 600', ['chmod 600 .env', 'setfacl -b .env']],
  ['0640', 'setfacl -b', ['setfacl -b .env', 'chmod g= .env']],
] as const)(
  'an env file of mode %s that its folder gave a list is taken after what its refusal names: %s',
  async ([mode, named, commands], { skip }) => {
    skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
    proves('PLATFORM-access-list');
    const service = await openSealingService({ claims: [new TextEncoder().encode('value')] });
    giveAccessList(service.folder, { toNewFiles: true });
    const path = join(service.folder, '.env');
    await writeFile(path, 'A=1\n');
    await chmod(path, Number.parseInt(mode, 8));
    const ask = () => service.fleet(['secret', 'new', 'm', 'NEW', '--dotenv', '.env', '--json']);
    const refused = await ask();
    expect([refused.code, service.asked()]).toEqual([exit, []]);
    const { detail } = errorOf(refused);
    expect(detail).toMatch(/ \(chmod 600\), .* \(setfacl -b\) .* \(chmod g=\)/);
    expect(detail).toContain(named);
    for (const command of commands) execFileSync('sh', ['-c', command], { cwd: service.folder });
    expect((await ask()).code).toBe(0);
    expect(await service.file('.env')).toBe('A=1\nNEW=value\n');
  },
);

test('a list that keeps a user out of an env file that all others may read is not lost', async ({
  skip,
}) => {
  skip(!HAS_ACCESS_LISTS, WITHOUT_LISTS);
  proves('PLATFORM-access-list');
  const { path, service } = await serviceAndEnvFile();
  giveAccessList(path);
  await chmod(path, 0o604);
  const run = await service.fleet(['secret', 'new', 'm', 'NEW', '--dotenv', '.env', '--json']);
  expect([run.code, errorOf(run).code, service.asked()]).toEqual([exit, code, []]);
});

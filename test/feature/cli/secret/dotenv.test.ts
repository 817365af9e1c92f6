import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  lchown,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockBeside, lockPathOf } from '../../../../src/base/disk/lock-beside.ts';
import { savedMeanwhile } from '../../../support/disk/saved-meanwhile.ts';
import { proves } from '../../../support/proves.ts';
import { FLEET_ENTRY, fleetEnvironment, outputOf, startFleet } from '../../../support/run-fleet.ts';
import { SAYS_BUSY, saidBusy } from '../../../support/secret/busy-locks.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf, openWorkspaceWithFleet } from '../../../support/secret/secret-workspace.ts';

const VALUE = new TextEncoder().encode('the value');

test('an env file keeps its other lines, its mode and the link to it', async () => {
  proves('UI-secret-dotenv');
  const service = await openSealingService({ claims: [new TextEncoder().encode("it's new")] });
  await mkdir(join(service.folder, 'config'));
  const path = join(service.folder, 'config', 'env');
  await writeFile(path, 'A=1\r\nB="two\r\nlines"');
  await chmod(path, 0o640);
  await symlink('config/env', join(service.folder, '.env'));
  const run = await service.fleet(['secret', 'new', 'm', 'NEW', '--dotenv', '.env', '--json']);
  expect(run.code).toBe(0);
  expect(await readFile(path, 'utf8')).toBe('A=1\r\nB="two\r\nlines"\r\nNEW="it\'s new"\r\n');
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  expect(await readlink(join(service.folder, '.env'))).toBe('config/env');
  const made = await service.fleet(['secret', 'new', 'm', 'NEW', '--dotenv', 'fresh.env']);
  expect(made.code).toBe(0);
  expect((await stat(join(service.folder, 'fresh.env'))).mode & 0o777).toBe(0o600);
});

test('where nobody is asked, it is said that a value of the env file is replaced', async () => {
  proves('UI-secret-dotenv');
  const service = await openSealingService({ claims: [VALUE, VALUE, VALUE, VALUE, 'exists'] });
  await writeFile(join(service.folder, 'env'), 'A=old\nB=\n', { mode: 0o600 });
  const ask = (name: string, ...flags: string[]) =>
    service.fleet(['secret', 'new', 'm', name, '--dotenv', 'env', ...flags]);
  expect((await ask('A')).stderr).toContain('env had another value of A, ');
  expect((await ask('A', '--yes', '--quiet')).stderr).toBe('');
  for (const [name, flag] of [['B'], ['A', '--force']] as const) {
    const run = await ask(name, ...(flag === undefined ? [] : [flag, '--yes']));
    expect([run.code, run.stderr]).toEqual([0, expect.not.stringContaining('had another')]);
  }
  const refused = await ask('A');
  expect([refused.code, refused.stderr]).toEqual([11, expect.not.stringContaining('had another')]);
});

test('an env file that others can read gets its line, and its reader is told before the machine is asked', async () => {
  proves('UI-secret-dotenv');
  const service = await openSealingService({ claims: ['failed', VALUE] });
  const path = join(service.folder, 'open.env');
  await writeFile(path, 'A=1\n');
  await chmod(path, 0o644);
  const ask = (...flags: string[]) =>
    service.fleet(['secret', 'new', 'm', 'NEW', '--dotenv', 'open.env', ...flags]);
  const refused = await ask();
  expect([refused.code, refused.stderr.split('\n')[0]]).toEqual([
    9,
    expect.stringMatching(/open\.env; chmod 600 keeps them out\.$/),
  ]);
  const told = (await ask()).stderr.match(/chmod 600/g);
  expect(told).toHaveLength(1);
  expect((await stat(path)).mode & 0o777).toBe(0o644);
  expect((await ask('--quiet')).stderr).toBe('');
  await chmod(path, 0o640);
  expect((await ask()).stderr).toMatch(/^The users of its group can read .*open\.env; chmod 600 /);
  expect((await ask('--quiet')).stderr).toBe('');
  for (const mode of [0o600, 0o611]) {
    await chmod(path, mode);
    expect((await ask()).stderr).not.toContain('chmod');
  }
  // Whose rights are no advice: a folder of mode 0600 cannot be entered.
  await mkdir(join(service.folder, 'shared'));
  await chmod(join(service.folder, 'shared'), 0o755);
  const folder = await service.fleet(['secret', 'new', 'm', 'NEW', '--dotenv', 'shared']);
  expect(folder.code).toBe(11);
  expect(folder.stderr).not.toContain('chmod');
});

test('a value of several lines is never put into an env file, in which they would be read as others', async () => {
  proves('UI-secret-dotenv');
  const claims = [new TextEncoder().encode("a\nBASH_ENV='/tmp/x'\nb")];
  const service = await openSealingService({ claims });
  const run = await service.fleet(['secret', 'new', 'm', 'A', '--dotenv', '.env', '--json']);
  expect([run.code, errorOf(run).code]).toEqual([11, 'value_does_not_fit']);
  await expect(service.file('.env')).rejects.toThrow('ENOENT');
});

const OTHER_USER = 65_534;

test('a link, a file and a folder that another user put into a shared folder get no value', async ({
  skip,
}) => {
  skip(process.geteuid?.() !== 0, 'only root can make files of another user');
  proves('UI-secret-foreign-place');
  const service = await openSealingService({ claims: [VALUE] });
  const place = (...names: string[]) => join(service.folder, ...names);
  await mkdir(place('shared', 'theirs'), { recursive: true });
  await chmod(place('shared'), 0o1777);
  await writeFile(place('mine.env'), 'A=1\n');
  await writeFile(place('shared', 'file'), '');
  await writeFile(place('shared', 'theirs', 'file'), '');
  await symlink('../mine.env', place('shared', 'link'));
  await symlink('shared/link', place('way'));
  await symlink('..', place('shared', 'folder'));
  for (const name of ['file', 'link', 'folder', 'theirs', 'theirs/file']) {
    await lchown(place('shared', name), OTHER_USER, OTHER_USER);
  }
  const ask = async (...sink: string[]) => {
    const run = await service.fleet(['secret', 'new', 'm', 'A', ...sink, '--json']);
    return [run.code, errorOf(run).code];
  };
  expect(await ask('--file', 'shared/folder/new')).toEqual([11, 'foreign_place']);
  for (const path of ['shared/file', 'shared/link', 'way', 'shared/theirs/file']) {
    expect([path, ...(await ask('--dotenv', path))]).toEqual([path, 11, 'foreign_place']);
    expect([path, ...(await ask('--file', path, '--overwrite'))]).toEqual([
      path,
      11,
      'foreign_place',
    ]);
  }
  expect(service.asked()).toEqual([]);
  await lchown(place('shared', 'link'), 0, 0);
  expect((await service.fleet(['secret', 'new', 'm', 'B', '--dotenv', 'way'])).code).toBe(0);
  expect(await service.file('mine.env')).toBe("A=1\nB='the value'\n");
});

const MOUNTED = ['-rm', 'sh', '-c', 'mount --bind host.env .env && exec "$@"', 'sh'];

test('an env file that is mounted by itself, as in a container, is refused before the machine is asked', async ({
  skip,
}) => {
  skip(spawnSync('unshare', ['-rm', 'true']).status !== 0, 'no user namespaces');
  proves('UI-secret-dotenv');
  const service = await openSealingService({ claims: [VALUE] });
  for (const name of ['.env', 'host.env']) await writeFile(join(service.folder, name), 'A=1\n');
  for (const sink of [
    ['--dotenv', '.env'],
    ['--file', '.env', '--overwrite'],
  ]) {
    const words = [FLEET_ENTRY, 'secret', 'new', 'm', 'NEW', ...sink, '--json'];
    const child = spawn('unshare', [...MOUNTED, process.execPath, ...words], {
      cwd: service.folder,
      env: fleetEnvironment(service.env),
    });
    const output = outputOf(child);
    const [code] = await once(child, 'close');
    expect([code, output.stderr]).toEqual([11, expect.stringContaining('it is mounted by itself')]);
  }
  expect([service.asked(), await service.file('host.env')]).toEqual([[], 'A=1\n']);
  expect((await readdir(service.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('several at once add their lines to one env file', async () => {
  proves('UI-secret-dotenv');
  const fleet = await openWorkspaceWithFleet();
  const names = ['ONE', 'TWO', 'THREE', 'FOUR'];
  const runs = await Promise.all(
    names.map((name) => fleet.fleet(['secret', 'new', 'build-01', name, '--dotenv', '.env'])),
  );
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const kept = await fleet.kept();
  const lines = (await fleet.file('.env')).trim().split('\n').toSorted();
  expect(lines).toEqual(names.map((name) => `${name}=${kept[name]}`).toSorted());
});

test('what another program saves while the line is written stays, and so does the value', async () => {
  proves('UI-secret-dotenv-meanwhile');
  const service = await openSealingService({ claims: [VALUE] });
  const path = join(service.folder, '.env');
  await writeFile(path, 'A=1\n');
  const ask = (name: string, texts: readonly string[]) =>
    service.fleet(['secret', 'new', 'm', name, '--dotenv', '.env', '--json'], {
      env: savedMeanwhile(path, texts),
    });
  expect((await ask('NEW', ['A=1\nMINE=typed\n'])).code).toBe(0);
  expect(await service.file('.env')).toBe("A=1\nMINE=typed\nNEW='the value'\n");
  const texts = Array.from({ length: 60 }, (_, at) => `A=${at}\n`);
  const busy = await ask('LATER', texts);
  expect([busy.code, errorOf(busy).code]).toEqual([11, 'in_use']);
  expect(texts).toContain(await service.file('.env'));
  expect((await readdir(service.folder)).filter((name) => name.startsWith('.'))).toEqual(['.env']);
  const [entry] = await service.entries();
  expect((await service.fleet(['secret', 'resume', String(entry?.id)])).code).toBe(0);
  expect(await service.file('.env')).toMatch(/^A=\d+\nLATER='the value'\n$/);
});

test('an env file has one lock for processes with different folders of state, left behind by none', async () => {
  proves('UI-secret-dotenv-meanwhile');
  const services = [await openSealingService({ claims: [VALUE] })];
  services.push(await openSealingService({ claims: [VALUE] }));
  const folder = services[0]?.folder ?? '';
  const path = join(folder, 'shared.env');
  await writeFile(lockPathOf(path), '', { mode: 0o600 });
  const lock = await lockBeside(path);
  const runs = services.map((service, at) =>
    startFleet(['secret', 'new', 'm', `N${at}`, '--dotenv', path], {
      cwd: service.folder,
      env: { ...service.env, ...SAYS_BUSY },
    }),
  );
  onTestFinished(() => runs.forEach((run) => void run.kill('SIGKILL')));
  const ends = runs.map((run) => once(run, 'close'));
  await Promise.all(runs.map((run) => saidBusy(run.stderr)));
  expect(await readFile(path, 'utf8').catch(() => '')).toBe('');
  lock?.release();
  expect(await Promise.all(ends)).toEqual([
    [0, null],
    [0, null],
  ]);
  const lines = (await readFile(path, 'utf8')).trim().split('\n').toSorted();
  expect(lines).toEqual(["N0='the value'", "N1='the value'"]);
  expect((await readdir(folder)).filter((name) => name.includes('shared'))).toEqual(['shared.env']);
});

test('Ctrl-C ends the wait for an env file that another process changes, and nothing is lost', async () => {
  proves('UI-interrupt', 'UI-secret-journal');
  const service = await openSealingService({ claims: [VALUE] });
  const lock = await lockBeside(join(service.folder, '.env'));
  const words = ['secret', 'new', 'box', 'A', '--dotenv', '.env', '--json'];
  const child = startFleet(words, {
    cwd: service.folder,
    env: { ...service.env, ...SAYS_BUSY },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (part) => {
    if (!stderr.includes('BUSY') && `${stderr}${part}`.includes('BUSY')) child.kill('SIGINT');
    stderr += part;
  });
  const [, signal] = await once(child, 'close');
  lock?.release();
  expect(signal).toBe('SIGINT');
  expect(stderr).toMatch(/fleet secret resume \w+"/);
  const [entry] = await service.entries();
  expect((await service.fleet(['secret', 'resume', String(entry?.id)])).code).toBe(0);
  expect(await service.file('.env')).toBe("A='the value'\n");
});

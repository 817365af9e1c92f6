import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runInShell } from '../../../support/run-in-shell.ts';
import {
  closeRefused,
  folderWithoutSync,
  fullDisk,
  lockRefused,
} from '../../../support/secret/full-disk.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

const VALUE = new TextEncoder().encode('the value');
const CHILD = ['--', 'sh', '-c', 'echo "got $A"; exit 7'];

test.each([
  ['a child', CHILD, 7, 'got the value\n'],
  ['stdout', ['--stdout'], 0, 'the value'],
  ['a file', ['--file', 'value', '-o', 'raw', '--query', 'state'], 0, 'delivered\n'],
  ['an env file', ['--dotenv', 'value', '-o', 'raw', '--query', 'state'], 0, 'delivered\n'],
])(
  'a disk that is full once the value is out takes nothing from %s',
  async (_, sink, code, out) => {
    proves('UI-secret-journal', 'UI-secret-one-sink');
    const service = await openSealingService({ claims: [VALUE] });
    const run = await service.fleet(['secret', 'new', 'm', 'A', ...sink], {
      env: fullDisk('delivering'),
    });
    expect([run.code, run.stdout]).toEqual([code, out]);
    expect(run.stderr).not.toContain('ENOSPC');
    expect(await service.traces()).toEqual([]);
  },
);

test.each([
  ['a child', CHILD, 7, 'got the value\n'],
  ['stdout', ['--stdout'], 0, 'the value'],
  ['a file', ['--file', 'value', '-o', 'raw', '--query', 'state'], 0, 'delivered\n'],
])(
  'an entry that cannot be removed once %s has the value is told, and how it goes',
  async (_, sink, code, out) => {
    proves('UI-secret-journal');
    const service = await openSealingService({ claims: [VALUE] });
    const run = await service.fleet(['secret', 'new', 'm', 'A', ...sink], {
      env: fullDisk('delivering', { readOnly: true }),
    });
    expect([run.code, run.stdout]).toEqual([code, out]);
    const [{ id } = { id: '' }] = await service.entries();
    expect(run.stderr).toContain(
      'A was handed over. Its entry could not be removed from the journal: EROFS: refused by the test, open\n' +
        `Discard it with: fleet secret discard ${id}\n`,
    );
    expect(run.stderr).not.toContain('resume');
    expect((await service.fleet(['secret', 'discard', id])).code).toBe(0);
    expect(await service.traces()).toEqual([]);
  },
);

test('a request that was taken while the disk is full is told as taken, and resumes', async () => {
  proves('UI-secret-journal');
  const service = await openSealingService({
    claims: [VALUE],
    others: () => ({ body: { entries: [{ request_id: asked(), command_id: 'cmd_1' }] } }),
  });
  const asked = () =>
    service.service.requests.find(({ path }) => path.endsWith('/secrets'))?.headers['x-request-id'];
  const args = ['secret', 'new', 'm', 'A', '--file', 'value', '--json'];
  const run = await service.fleet(args, { env: fullDisk('asking') });
  const error = errorOf(run);
  expect([run.code, error.code]).toEqual([1, 'not_stored']);
  expect(error.title).toBe('The machine was asked, and the journal cannot be written');
  expect(error.detail).toContain('ENOSPC');
  expect(error.advice).toBe(
    'Nothing is lost: the request is found by its id, and is not sent again.\n' +
      `Continue with: fleet secret resume ${error.id}`,
  );
  const again = ['secret', 'resume', error.id, '--json'];
  const full = await service.fleet(again, { env: fullDisk('asking') });
  expect(errorOf(full)).toMatchObject({ code: 'not_stored', exit_code: 1, id: error.id });
  expect((await service.fleet(again)).code).toBe(0);
  expect(await service.file('value')).toBe('the value');
  expect(service.asked()).toHaveLength(1);
});

test('a sealed value that no disk takes by the end of --follow-timeout is told as lost', async () => {
  proves('UI-secret-journal');
  const service = await openSealingService({ claims: [VALUE] });
  const args = ['secret', 'new', 'm', 'A', '--file', 'value', '--json', '--follow-timeout', '1s'];
  const run = await service.fleet(args, { env: fullDisk('asked') });
  const error = errorOf(run);
  expect(error).toMatchObject({ code: 'not_stored', exit_code: 1, machine: 'm', name: 'A' });
  expect(error.title).toBe('The sealed value is lost');
  expect(error.advice).toContain('fleet secret new m A --force');
  expect(await service.traces()).toEqual([]);
});

test('a report that stdout does not take says that the value was handed over', async () => {
  proves('UI-secret-journal');
  const { env, traces } = await openSealingService({ claims: [VALUE] });
  const path = join(await mkdtemp(join(tmpdir(), 'fleet-secret-')), 'value');
  const run = await runInShell(`fleet secret new m A --file ${path} --json > /dev/full`, env);
  const error = errorOf(run);
  expect([run.code, error.code]).toEqual([1, 'not_written']);
  expect(error.advice).toBe(`A was handed over: it is in ${path}.`);
  expect(await readFile(path, 'utf8')).toBe('the value');
  expect(await traces()).toEqual([]);
});

test('a value that was placed counts as handed over, also where its folder cannot be synced', async () => {
  proves('UI-secret-journal', 'UI-secret-file');
  const service = await openSealingService({ claims: [VALUE] });
  const args = ['secret', 'new', 'm', 'A', '--file', 'value', '--json'];
  const run = await service.fleet(args, { env: folderWithoutSync(service.folder) });
  expect([run.code, JSON.parse(run.stdout || '{}').state]).toEqual([0, 'delivered']);
  expect(await service.file('value')).toBe('the value');
  expect(await service.traces()).toEqual([]);
});

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'this user has no right to do that'],
  ['EIO', 'the disk failed (EIO)'],
])(
  'a lock that cannot be made is told with its path, and nothing is sent: %s',
  async (code, why) => {
    proves('UI-secret-journal-refused');
    const service = await openSealingService({ claims: [VALUE] });
    const args = ['secret', 'new', 'm', 'A', '--file', 'value', '--json'];
    const error = errorOf(await service.fleet(args, { env: lockRefused(code) }));
    expect(error).toMatchObject({ code: 'not_written', exit_code: 1 });
    expect(error.detail).toMatch(/[/]secrets[/][a-z0-9]{12}[.]lock: /);
    expect(error.detail).toContain(why);
    expect([service.asked(), await service.traces()]).toEqual([[], []]);
  },
);

test('a file of the journal that cannot be closed before anything is sent is told with its path', async () => {
  proves('UI-secret-journal-refused');
  const service = await openSealingService({ claims: [VALUE] });
  const args = ['secret', 'new', 'm', 'A', '--file', 'value', '--json'];
  const error = errorOf(await service.fleet(args, { env: closeRefused('file') }));
  expect(error).toMatchObject({ code: 'not_written', exit_code: 1 });
  expect(error.detail).toMatch(/[/]secrets[/][a-z0-9]{12}[.]json: the disk failed [(]EIO/);
  expect(service.asked()).toEqual([]);
  expect((await service.fleet(['secret', 'list', '--json'])).code).toBe(0);
  expect(await service.traces()).toEqual([]);
});

test('the close of a folder that was read for its sync fails nothing', async () => {
  proves('UI-secret-journal-refused');
  const service = await openSealingService({ claims: [VALUE] });
  const args = ['secret', 'new', 'm', 'A', '--file', 'value', '--json'];
  expect((await service.fleet(args, { env: closeRefused('folder') })).code).toBe(0);
  expect(await service.file('value')).toBe('the value');
  expect(await service.traces()).toEqual([]);
});

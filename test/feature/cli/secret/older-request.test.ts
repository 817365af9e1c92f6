import { once } from 'node:events';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { lockFile } from '../../../../src/base/disk/file-lock.ts';
import { seal } from '../../../../src/sealing/sealed-box.ts';
import { proves } from '../../../support/proves.ts';
import { outputOf } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { fullDisk } from '../../../support/secret/full-disk.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

const NEW = ['secret', 'new', 'box', 'A', '--dotenv', '.env', '--force', '--yes'];
const NO_WAIT = ['--follow-timeout', '0.2s'];

/** A service whose machine answers each request with a value of its own, the first one only when it is told to. */
async function openRotations() {
  const keys: string[] = [];
  const machine: { isAway: boolean; newer?: string } = { isAway: true };
  const sealedFor = (at: number, value: string) => {
    const key = new Uint8Array(Buffer.from(keys[at] ?? '', 'base64url'));
    const box = seal(key, new TextEncoder().encode(value));
    return { body: { state: 'sealed', sealed: Buffer.from(box).toString('base64url') } };
  };
  const service = await openSealingService({
    claims: [],
    asking: ({ body }) => {
      keys.push(JSON.parse(body).recipient_key);
      return { status: 202, body: { command_id: `cmd_${keys.length}`, expires_in_seconds: 600 } };
    },
    first: ({ path }) => {
      if (path.endsWith('/cmd_2/claim')) {
        const { newer } = machine;
        return newer === undefined ? sealedFor(1, 'newer') : { body: { state: newer } };
      }
      if (!path.endsWith('/cmd_1/claim')) return undefined;
      return machine.isAway ? { status: 202, body: { state: 'pending' } } : sealedFor(0, 'older');
    },
  });
  const states = async () => (await service.entries()).map(({ state }) => state);
  return { ...service, machine, states };
}

/** Lets a request expire by the clock of this computer. */
async function expire({ folder }: { readonly folder: string }, id: string): Promise<void> {
  const path = join(folder, 'state', 'secrets', `${id}.json`);
  const entry = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...entry, expiresAtMs: 1 }));
}

/** The same with a first request that waits in the journal, and a second one that is in the env file. */
async function openReplaced(first: readonly string[] = [...NEW, ...NO_WAIT], second = NEW) {
  const service = await openRotations();
  await service.fleet(first);
  const [{ id = '' } = {}] = await service.entries();
  // Another process has it for a moment, as one that looks for what expired.
  const lock = await lockFile(join(service.folder, 'state', 'secrets', `${id}.lock`));
  expect((await service.fleet(second)).code).toBe(0);
  lock?.release();
  service.machine.isAway = false;
  return { ...service, id };
}

test('a process that still waits for an older value is told of, and does not put it over the newer', async () => {
  proves('UI-secret-journal', 'UI-secret-newer-value');
  const service = await openRotations();
  const older = service.start(NEW);
  onTestFinished(() => void older.kill('SIGKILL'));
  const output = outputOf(older);
  await expect.poll(service.states).toEqual(['asked']);
  const [entry] = await service.entries();
  const newer = await service.fleet(NEW);
  expect([newer.code, await service.file('.env')]).toEqual([0, 'A=newer\n']);
  expect(newer.stderr).toContain(
    `Another fleet secret (${entry?.id}) still waits for an older value of this name`,
  );
  service.machine.isAway = false;
  const [code] = await once(older, 'close');
  expect([code, await service.file('.env')]).toEqual([2, 'A=newer\n']);
  expect(output.stderr).toContain(`fleet secret discard ${entry?.id}`);
  expect(await service.states()).toEqual(['opened']);
  await service.fleet(['secret', 'discard', String(entry?.id)]);
  expect(await service.traces()).toEqual([]);
});

test('an older value is not put over a newer one that came while its entry was locked', async () => {
  proves('UI-secret-newer-value');
  const { file, fleet, id, states, traces } = await openReplaced();
  for (const own of [[], ['--dotenv', '.env']]) {
    const refused = await fleet(['secret', 'resume', id, ...own, '--json']);
    expect([refused.code, errorOf(refused)]).toMatchObject([2, { code: 'newer_value', id }]);
    expect(refused.stderr).toContain(`fleet secret discard ${id}`);
    expect([await file('.env'), await states()]).toEqual(['A=newer\n', ['asked']]);
  }
  const elsewhere = await fleet(['secret', 'resume', id, '--file', 'older']);
  expect([elsewhere.code, await file('older'), await file('.env')]).toEqual([
    0,
    'older',
    'A=newer\n',
  ]);
  expect(await traces()).toEqual([]);
});

test('only a file of another path is elsewhere for an older value, whatever took the newer one', async () => {
  proves('UI-secret-newer-value');
  const ask = ['secret', 'new', 'box', 'A', '--force', '--yes'];
  const service = await openReplaced([...ask, '--stdout', ...NO_WAIT], [...ask, '--dotenv', 'env']);
  const { file, fleet, folder, id, states } = service;
  await symlink('.', join(folder, 'way'));
  await symlink('env', join(folder, 'link'));
  for (const named of [
    ['--stdout'],
    ['--file', 'way/link', '--overwrite'],
    ['--', process.execPath, '-e', "require('fs').writeFileSync('store', process.env.A)"],
  ]) {
    const refused = await fleet(['secret', 'resume', id, ...named]);
    expect([named, refused.code, refused.stdout]).toEqual([named, 2, '']);
    expect(refused.stderr).toContain('A newer value of this name was asked for');
  }
  await expect(file('store')).rejects.toThrow('ENOENT');
  expect([await file('env'), await states()]).toEqual(['A=newer\n', ['asked']]);
  expect((await fleet(['secret', 'resume', id, '--file', 'older'])).code).toBe(0);
  expect(await file('older')).toBe('older');
}, 60_000);

test.each([
  ['was lost on its way here', 'claimed', 'claimed', {}],
  ['expired at the service', 'expired', 'secret_expired', {}],
  ['expired here', 'pending', 'still_pending', {}],
  ['could not be stored', undefined, 'not_stored', fullDisk('asked')],
])('an older value is not handed over where the newer one %s', async (_, newer, code, full) => {
  proves('UI-secret-newer-value');
  const service = await openRotations();
  await service.fleet([...NEW, ...NO_WAIT]);
  if (newer !== undefined) service.machine.newer = newer;
  const lost = await service.fleet([...NEW, '--json', ...NO_WAIT], { env: full });
  expect(errorOf(lost).code).toBe(code);
  if (code === 'still_pending') await expire(service, errorOf(lost).id);
  service.machine.isAway = false;
  const resumed = await service.fleet(['secret', 'resume', '--json']);
  expect([resumed.code, errorOf(resumed).code]).toEqual([2, 'newer_value']);
  expect(await service.states()).toEqual(['asked']);
});

test('the mark of a newer value has nothing secret in it, is private, and goes with its entry', async () => {
  proves('UI-secret-newer-value');
  const { fleet, folder, id, traces } = await openReplaced();
  const mark = (await traces()).find((name) => name.endsWith('.newer')) ?? '';
  const path = join(folder, 'state', 'secrets', mark);
  const text = await readFile(path, 'utf8');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(Object.keys(JSON.parse(text)).toSorted()).toEqual(['at', 'id', 'target']);
  expect(mark).toBe(`${id}.newer`);
  await writeFile(path, '{"id');
  expect((await fleet(['secret', 'resume', id])).code).toBe(2);
  await fleet(['secret', 'discard', id]);
  expect(await traces()).toEqual([]);
  // As a process that was killed leaves it.
  await writeFile(path, text);
  await fleet(['secret', 'list']);
  expect(await traces()).toEqual([]);
});

test('on a terminal a person is asked about an older value', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-secret-newer-value');
  const { env, file, folder: cwd, id } = await openReplaced();
  const words = ['secret', 'resume', id, '--no-color'];
  const declined = await runOnTerminal(words, { env, cwd, typed: '\r' });
  expect([declined.code, await file('.env')]).toEqual([3, 'A=newer\n']);
  expect(declined.output.replace(/\s+/g, ' ')).toContain(`fleet secret discard ${id}`);
  const agreed = await runOnTerminal(words, { env, cwd, typed: 'y\r' });
  expect([agreed.code, await file('.env')]).toEqual([0, 'A=older\n']);
});

test('an older request is gone once a value is delivered that a crash had kept from its file', async () => {
  proves('UI-secret-newer-value');
  const service = await openRotations();
  await service.fleet([...NEW, ...NO_WAIT]);
  const journal = join(service.folder, 'state', 'secrets');
  const [name = ''] = await readdir(journal).then((all) => all.filter((a) => a.endsWith('.json')));
  const older = await readFile(join(journal, name), 'utf8');
  const failing = ['secret', 'new', 'box', 'A', '--force', '--yes', '--', './away'];
  await writeFile(join(service.folder, 'away'), '#!/nowhere/sh\n', { mode: 0o755 });
  await service.fleet(failing);
  expect(await service.states()).toEqual(['opened']);
  const [newer] = await service.entries();
  // Killed between the two: the newer value is kept, and the older entry not removed yet.
  await writeFile(join(journal, name), older, { mode: 0o600 });
  const resumed = await service.fleet(['secret', 'resume', `${newer?.id}`, '--dotenv', '.env']);
  expect([resumed.code, await service.file('.env')]).toEqual([0, 'A=newer\n']);
  expect(await service.traces()).toEqual([]);
});

test('the service of an older request is the same however its URL is written', async () => {
  proves('UI-secret-newer-value');
  const service = await openRotations();
  const { port } = new URL(service.service.baseUrl);
  const env = { FLEET_BASE_URL: `HTTP://127.0.0.1:${port}//` };
  await service.fleet([...NEW, ...NO_WAIT], { env });
  expect((await service.fleet(NEW)).code).toBe(0);
  expect(await service.traces()).toEqual([]);
});

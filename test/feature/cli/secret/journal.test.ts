import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { lockFile } from '../../../../src/base/disk/file-lock.ts';
import { proves } from '../../../support/proves.ts';
import { startFleet } from '../../../support/run-fleet.ts';
import { SAYS_BUSY, saidBusy } from '../../../support/secret/busy-locks.ts';
import {
  type ClaimAnswer,
  openSealingService,
  type SealingService,
} from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

/** Keeps what a stream says; the function that it gives waits until some words were among it. */
function listenTo(stream: Readable): (words: string) => Promise<void> {
  let said = '';
  stream.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  return async (words) => {
    while (!said.includes(words)) await once(stream, 'data');
  };
}

const NEW = ['secret', 'new', 'box', 'A', '--file', 'value', '--json'];

/** Asks for a secret whose time is over by this computer's clock. */
async function askExpired(service: SealingService): Promise<void> {
  await service.fleet([...NEW, '--follow-timeout', '0.5s']);
  const [entry] = await service.entries();
  const path = join(service.folder, 'state', 'secrets', `${entry?.id}.json`);
  const old = { ...JSON.parse(await readFile(path, 'utf8')), expiresAtMs: Date.now() - 1 };
  await writeFile(path, JSON.stringify(old));
}

test('a value that did not come to its file is never put over one that the machine has made since', async () => {
  proves('UI-secret-journal');
  const place = { path: '' };
  const service = await openSealingService({
    claims: [Buffer.from('old'), Buffer.from('new')],
    asking: () => {
      writeFileSync(place.path, service.asked().length === 1 ? 'B="open' : 'B=1\n');
      return { status: 202, body: { command_id: `cmd_${service.asked().length}` } };
    },
  });
  place.path = join(service.folder, 'env');
  const ask = ['secret', 'new', 'box', 'A', '--dotenv', 'env', '--json'];
  expect((await service.fleet(ask)).code).toBe(2);
  expect(await service.entries()).toMatchObject([{ state: 'opened' }]);
  await writeFile(place.path, 'B=1\n');
  expect((await service.fleet([...ask, '--force', '--yes'])).code).toBe(0);
  expect((await service.fleet(['secret', 'resume', '--json'])).code).toBe(6);
  expect([await service.file('env'), await service.traces()]).toEqual(['B=1\nA=new\n', []]);
});

test('what expired unclaimed is wiped by the next call, whichever it is', async () => {
  proves('UI-secret-journal');
  const service = await openSealingService({ claims: ['pending'] });
  for (const call of [['list'], ['resume', 'abcdefghijkm'], ['discard', 'abcdefghijkm'], ['new']]) {
    await askExpired(service);
    await service.fleet(['secret', ...call, ...(call[0] === 'new' ? ['m', 'A'] : [])]);
    expect(await service.traces(), call.join(' ')).toEqual([]);
  }
});

test('what expired unclaimed is told, since the machine may have made it', async () => {
  proves('UI-secret-expired-told');
  const service = await openSealingService({ claims: ['pending'] });
  for (const call of [['list'], ['resume', 'abcdefghijkm'], ['new', 'm', 'A']]) {
    await askExpired(service);
    const { stderr } = await service.fleet(['secret', ...call]);
    expect(stderr, call.join(' ')).toContain('A of box was not collected in time');
    expect(stderr).toContain('`fleet secret new box A`');
  }
  await askExpired(service);
  const [entry] = await service.entries();
  const discard = await service.fleet(['secret', 'discard', String(entry?.id)]);
  expect([discard.code, discard.stderr]).toEqual([0, '']);
});

test('of what is resumed the service says whether it expired, whatever the clock here', async () => {
  proves('UI-secret-journal');
  for (const [end, code] of [[Buffer.from('v'), 0] as const, ['expired', 9] as const]) {
    const claims: ClaimAnswer[] = ['pending'];
    const service = await openSealingService({ claims });
    await askExpired(service);
    claims[0] = end;
    const run = await service.fleet(['secret', 'resume', '--json']);
    expect([run.code, await service.traces()]).toEqual([code, []]);
    if (code === 0) expect(await service.file('value')).toBe('v');
    else expect(errorOf(run).code).toBe('secret_expired');
  }
});

test('an entry that was cut short is reported, and nothing else is touched for it', async () => {
  proves('UI-secret-journal');
  const service = await openSealingService({ claims: ['pending'] });
  await service.fleet([...NEW, '--follow-timeout', '0.5s']);
  const [kept] = await service.entries();
  const journal = join(service.folder, 'state', 'secrets');
  await writeFile(join(journal, 'abcdefghijkm.json'), '{"version":1,"id":"abc');
  const list = await service.fleet(['secret', 'list', '--json']);
  expect(JSON.parse(list.stdout).secrets).toEqual([
    { id: 'abcdefghijkm', state: 'unreadable' },
    expect.objectContaining({ id: kept?.id, state: 'asked' }),
  ]);
  expect(list.stderr).toContain('fleet secret discard abcdefghijkm');
  const resumed = await service.fleet(['secret', 'resume', 'abcdefghijkm']);
  expect([resumed.code, errorOf(resumed).code]).toEqual([1, 'journal_damaged']);
  expect((await service.fleet(['secret', 'discard', 'abcdefghijkm'])).code).toBe(0);
  expect((await service.entries()).map(({ id }) => id)).toEqual([kept?.id]);
});

test('a damaged lock is named, and stops nothing but what its entry needs', async () => {
  proves('UI-secret-journal');
  const service = await openSealingService({ claims: ['pending'] });
  await service.fleet([...NEW, '--follow-timeout', '0.1s']);
  const [entry] = await service.entries();
  const lock = join(service.folder, 'state', 'secrets', `${entry?.id}.lock`);
  await writeFile(lock, 'not a lock '.repeat(100));
  expect((await service.fleet(['secret', 'list'])).code).toBe(0);
  const resumed = await service.fleet(['secret', 'resume', '--json']);
  expect([resumed.code, errorOf(resumed).code]).toEqual([1, 'lock_file_unusable']);
  expect(errorOf(resumed).detail).toContain(lock);
  await rm(lock);
  expect((await service.fleet(['secret', 'discard', String(entry?.id)])).code).toBe(0);
  expect(await service.traces()).toEqual([]);
});

test('the journal is for this user alone', async () => {
  proves('UI-secret-journal');
  const service = await openSealingService({ claims: ['pending'] });
  await service.fleet([...NEW, '--follow-timeout', '0.5s']);
  const journal = join(service.folder, 'state', 'secrets');
  const [entry] = await service.entries();
  expect((await stat(journal)).mode & 0o777).toBe(0o700);
  expect((await stat(join(journal, `${entry?.id}.json`))).mode & 0o777).toBe(0o600);
});

test('a file that was there and is gone is not written again by itself', async () => {
  proves('UI-secret-file', 'UI-secret-journal');
  const service = await openSealingService({ claims: [new TextEncoder().encode("it's $5")] });
  await service.fleet(['secret', 'new', 'box', 'A', '--dotenv', '.env']);
  const [entry] = await service.entries();
  const path = join(service.folder, 'state', 'secrets', `${entry?.id}.json`);
  const target = { kind: 'file', path: join(service.folder, 'value'), overwrite: false };
  await writeFile(path, JSON.stringify({ ...entry, state: 'delivering', target }));
  const resumed = await service.fleet(['secret', 'resume']);
  expect([resumed.code, errorOf(resumed).code]).toEqual([11, 'delivery_unclear']);
  await writeFile(join(service.folder, 'value'), "it's $5");
  const again = await service.fleet(['secret', 'resume', '--file', 'another']);
  expect([again.code, errorOf(again).code]).toEqual([11, 'already_delivered']);
  expect(await service.traces()).toEqual([]);
});

test('while one process works on an entry, no other does', async () => {
  const service = await openSealingService({ claims: ['pending'] });
  const child = service.start(NEW);
  await once(child.stderr, 'data');
  const [entry] = await service.entries();
  for (const words of [['resume'], ['discard', String(entry?.id)]]) {
    const run = await service.fleet(['secret', ...words]);
    expect([run.code, errorOf(run).code]).toEqual([11, 'in_use']);
  }
  child.kill('SIGKILL');
});

test.each([['resume', '--file', 'value'], ['discard']])(
  '%s waits for a process that tidies up, and does not take it for one at work',
  async (...words) => {
    proves('UI-secret-journal');
    const service = await openSealingService({
      claims: [new TextEncoder().encode("it's $5")],
    });
    await service.fleet(['secret', 'new', 'box', 'A', '--dotenv', '.env']);
    const id = String((await service.entries())[0]?.id);
    const lock = await lockFile(join(service.folder, 'state', 'secrets', `${id}.lock`));
    const run = startFleet(['secret', ...words, id], {
      cwd: service.folder,
      env: { ...service.env, ...SAYS_BUSY },
    });
    onTestFinished(() => void run.kill('SIGKILL'));
    run.stdout.resume();
    const ended = once(run, 'close');
    // Its own sweep is the first to meet the lock.
    await saidBusy(run.stderr, 2);
    lock?.release();
    expect(await ended).toEqual([0, null]);
    expect(await service.traces()).toEqual([]);
  },
);

test('an id of no entry, several to choose from, and none at all', async () => {
  const service = await openSealingService({ claims: ['pending'] });
  const none = await service.fleet(['secret', 'resume']);
  expect([none.code, errorOf(none).code]).toEqual([6, 'unknown_secret_request']);
  for (const id of ['abcdefghijkm', '../../etc/passwd', '']) {
    expect((await service.fleet(['secret', 'resume', id])).code).toBe(6);
    expect((await service.fleet(['secret', 'discard', id])).code).toBe(6);
  }
  await service.fleet([...NEW, '--follow-timeout', '0.5s']);
  await service.fleet([...NEW, '--follow-timeout', '0.5s']);
  const several = await service.fleet(['secret', 'resume']);
  expect(several.code).toBe(2);
  for (const { id } of await service.entries()) expect(errorOf(several).detail).toContain(id);
});

test('an entry is claimed at the service that was asked, and at no other', async () => {
  const service = await openSealingService({ claims: ['pending'] });
  const other = await openSealingService({ claims: ['claimed'] });
  await service.fleet([...NEW, '--follow-timeout', '0.2s']);
  const away = await service.fleet(['secret', 'resume', '--base-url', other.service.baseUrl]);
  expect(away.code).toBe(2);
  expect(errorOf(away).advice).toContain(`--base-url ${service.service.baseUrl}`);
  expect(other.service.requests).toEqual([]);
});

test('a disk that takes nothing is waited for: the value that came once is not dropped', async () => {
  proves('UI-secret-crash');
  const service = await openSealingService({
    claims: [...Array(3).fill('pending'), new TextEncoder().encode('v')],
  });
  const child = service.start(NEW);
  const said = listenTo(child.stderr);
  await said('waiting for box');
  const [entry] = await service.entries();
  const path = join(service.folder, 'state', 'secrets', `${entry?.id}.json`);
  // A folder of that name cannot be replaced by a file, whoever tries.
  const kept = await readFile(path);
  await rm(path);
  await mkdir(path);
  await said('cannot be stored');
  await rm(path, { recursive: true });
  await writeFile(path, kept);
  expect((await once(child, 'close'))[0]).toBe(0);
  expect(await service.file('value')).toBe('v');
});

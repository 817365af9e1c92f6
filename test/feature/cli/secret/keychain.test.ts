import { spawnSync } from 'node:child_process';
import { beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { HAS_SECRET_SERVICE } from '../../../support/secret/secret-session.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';
import { startSecretService } from '../../../support/secret-service.ts';

beforeEach(({ skip }) => skip(!HAS_SECRET_SERVICE, 'no gnome-keyring-daemon and dbus-run-session'));

const VALUE = new TextEncoder().encode('the value');
const NEW = ['secret', 'new', 'box', 'A', '--file', 'value', '--json', '--follow-timeout', '0.5s'];

/** What the Secret Service has for an account, read past our own code. */
function inKeychain(account: string, env: Readonly<Record<string, string>>): string {
  const script =
    "const { Entry } = require('@napi-rs/keyring');" +
    "const entry = new Entry('fleet', process.argv[1], { linux: { store: 'secret-service' } });" +
    'process.stdout.write(String(entry.getPassword()))';
  const { stdout } = spawnSync(process.execPath, ['-e', script, account], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return stdout;
}

test('the private key lies in the keychain until delivery, and not in the journal', async () => {
  proves('UI-secret-journal');
  const env = await startSecretService();
  const service = await openSealingService({ claims: [...Array(3).fill('pending'), VALUE] });
  expect((await service.fleet(NEW, { env })).code).toBe(8);
  const [entry] = await service.entries();
  expect(entry).toMatchObject({ state: 'asked', keyStore: 'keychain', secretKey: null });
  const account = `secret:${entry?.id}`;
  expect(inKeychain(account, env)).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const away = await service.fleet(['secret', 'resume'], {
    env: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
  });
  expect([away.code, errorOf(away).code]).toEqual([1, 'keychain_unavailable']);
  expect((await service.entries())[0]?.state).toBe('sealed');
  expect((await service.fleet(['secret', 'resume'], { env })).code).toBe(0);
  expect(await service.file('value')).toBe('the value');
  expect(inKeychain(account, env)).toBe('null');
  expect(await service.traces()).toEqual([]);
});

test('a key is dropped with its entry, also where the keychain was away then', async () => {
  proves('UI-secret-journal');
  const env = await startSecretService();
  const service = await openSealingService({ claims: ['pending'] });
  await service.fleet(NEW, { env });
  const [entry] = await service.entries();
  const account = `secret:${entry?.id}`;
  const away = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  await service.fleet(['secret', 'discard', String(entry?.id)], { env: away });
  expect((await service.entries())[0]).toMatchObject({ state: 'dropped', sealed: null });
  const listed = await service.fleet(['secret', 'list', '--json'], { env: away });
  expect(JSON.parse(listed.stdout).secrets).toMatchObject([{ name: 'A', state: 'dropped' }]);
  expect((await service.fleet(['secret', 'resume'], { env: away })).code).toBe(6);
  expect(inKeychain(account, env)).not.toBe('null');
  await service.fleet(['secret', 'list'], { env });
  expect(inKeychain(account, env)).toBe('null');
  expect(await service.traces()).toEqual([]);
});

test('a keychain that is gone for good does not keep an entry for ever', async () => {
  const env = await startSecretService();
  const service = await openSealingService({ claims: ['pending'] });
  await service.fleet(NEW, { env });
  const [entry] = await service.entries();
  const away = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  const discard = ['secret', 'discard', String(entry?.id)];
  await service.fleet(discard, { env: away });
  expect((await service.fleet(discard, { env: away })).code).toBe(0);
  expect(await service.traces()).toEqual([]);
});

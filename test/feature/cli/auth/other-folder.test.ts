import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { askKeychain } from '../../../support/secret/ask-keychain.ts';
import { HAS_SECRET_SERVICE } from '../../../support/secret/secret-session.ts';
import { startSecretService } from '../../../support/secret-service.ts';
import { startTestServer } from '../../../support/test-server.ts';

beforeEach(({ skip }) => skip(!HAS_SECRET_SERVICE, 'no gnome-keyring-daemon and dbus-run-session'));

/** A person with one keychain who keeps the settings for two organisations of a service apart. */
async function twoLogins(variablesOf: (home: string) => Readonly<Record<string, string>>) {
  const server = await startTestServer();
  const bus = await startSecretService();
  const settings = () => {
    const home = mkdtempSync(join(tmpdir(), 'fleet-settings-'));
    const env = { ...bus, HOME: home, ...variablesOf(home) };
    const fleet = (args: readonly string[], stdin = '') => runFleet(args, { env, stdin });
    return {
      fleet,
      home,
      logIn: (key: string) =>
        fleet(['auth', 'login', '--base-url', server.baseUrl, '--key-stdin'], key),
      key: async () => (await fleet(['auth', 'token'])).stdout.trim(),
    };
  };
  const [first, second] = [settings(), settings()];
  expect((await first.logIn(server.keys.read)).code).toBe(0);
  expect((await second.logIn(server.keys.admin)).code).toBe(0);
  return { bus, first, second, server };
}

test('each folder of settings has a key of its own in the keychain', async () => {
  proves('UI-keys-own-login');
  const config = (home: string) => ({ FLEET_CONFIG_DIR: join(home, 'settings') });
  const { first, second, server } = await twoLogins(config);
  expect([await first.key(), await second.key()]).toEqual([server.keys.read, server.keys.admin]);
  expect((await second.fleet(['auth', 'logout'])).code).toBe(0);
  expect(await first.key()).toBe(server.keys.read);
});

test('a key that another login put in its place is neither used nor removed', async () => {
  proves('UI-keys-own-login');
  const { first, second, server } = await twoLogins(() => ({ FLEET_CONFIG_DIR: '' }));
  const run = await first.fleet(['cloud', 'describe-cloud']);
  expect([run.code, JSON.parse(run.stderr).error.code]).toEqual([4, 'no_key']);
  const out = await first.fleet(['auth', 'logout', '--json']);
  expect(JSON.parse(out.stdout)).toMatchObject({ profile: 'default', key_removed: false });
  expect(await second.key()).toBe(server.keys.admin);
});

test('a key that the first version kept is used, and removed with its profile', async () => {
  proves('UI-keys-own-login');
  const config = (home: string) => ({ FLEET_CONFIG_DIR: join(home, 'settings') });
  const { bus, first, second, server } = await twoLogins(config);
  const account = `default@${server.baseUrl}`;
  const asFirstVersion = async () => {
    await askKeychain(bus, {
      action: 'remove',
      account: `${account} in ${join(first.home, 'settings')}`,
    });
    await askKeychain(bus, { action: 'write', account, secret: server.keys.read });
  };
  const kept = () => askKeychain(bus, { action: 'read', account });
  await asFirstVersion();
  expect(await first.key()).toBe(server.keys.read);
  expect((await first.logIn(server.keys.run)).code).toBe(0);
  expect([await first.key(), await kept()]).toEqual([server.keys.run, { secret: null }]);
  expect((await first.logIn(server.keys.read)).code).toBe(0);
  await asFirstVersion();
  const out = await first.fleet(['auth', 'logout', '--json']);
  expect(JSON.parse(out.stdout)).toMatchObject({ key_removed: true });
  expect([await kept(), await second.key()]).toEqual([{ secret: null }, server.keys.admin]);
});

test('a folder of settings has its key whatever way it is spelled', async () => {
  proves('UI-keys-own-login');
  const config = (home: string) => ({ FLEET_CONFIG_DIR: join(home, 'settings/') });
  const { bus, first, server } = await twoLogins(config);
  const link = join(first.home, 'link');
  symlinkSync(join(first.home, 'settings'), link);
  for (const folder of [join(first.home, 'settings'), `${first.home}//settings`, link]) {
    const env = { ...bus, HOME: first.home, FLEET_CONFIG_DIR: folder };
    const { code, stdout } = await runFleet(['auth', 'token'], { env });
    expect([folder, code, stdout.trim()]).toEqual([folder, 0, server.keys.read]);
  }
});

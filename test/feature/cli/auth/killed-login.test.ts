import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { HAS_SECRET_SERVICE } from '../../../support/secret/secret-session.ts';
import { startSecretService } from '../../../support/secret-service.ts';
import { startTestServer } from '../../../support/test-server.ts';

/** Ends the process as `kill -9` does, before a file takes its place for the `count`th time. */
function killedAt(count: number): string {
  return `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs/promises';
  const { rename } = fs;
  let calls = 0;
  fs.rename = (from, to) => {
    calls += 1;
    if (calls < ${count}) return rename(from, to);
    return new Promise(() => process.kill(process.pid, 'SIGKILL'));
  };
`)}`;
}

/** A person who is logged in, and two services. */
async function loggedIn(store: 'file' | 'keychain') {
  const [first, second] = [await startTestServer(), await startTestServer()];
  const config = join(mkdtempSync(join(tmpdir(), 'fleet-killed-')), 'config');
  const more = store === 'keychain' ? await startSecretService() : {};
  const env = { FLEET_CONFIG_DIR: config, ...more };
  const args = ['auth', 'login', '--key-stdin', '--store', store, '--base-url'];
  const logIn = (baseUrl: string, stdin: string, options = '') =>
    runFleet([...args, baseUrl], { env: { ...env, NODE_OPTIONS: options }, stdin });
  const told = async () => {
    const runs = [
      ['auth', 'token'],
      ['auth', 'status'],
      ['cloud', 'describe-cloud'],
    ];
    const results = await Promise.all(runs.map((run) => runFleet(run, { env })));
    const [token, status, call] = results;
    const { base_url, scope } = JSON.parse(status?.stdout ?? '');
    return [token?.stdout.trim(), base_url, scope, call?.code];
  };
  expect((await logIn(first.baseUrl, first.keys.read)).code).toBe(0);
  const old = [first.keys.read, first.baseUrl, 'fleet:read', 0];
  return { first, second, config, logIn, told, old };
}

test.for([
  ['the same service', 'file'],
  ['another service', 'file'],
  ['the same service', 'keychain'],
] as const)(
  'a login to %s that is killed between any two steps leaves the earlier one, or is done: %s',
  { timeout: 60_000 },
  async ([where, store], { skip }) => {
    const hasStore = store === 'file' || HAS_SECRET_SERVICE;
    skip(!hasStore, 'no gnome-keyring and dbus are installed');
    proves('UI-auth-login-killed');
    const { config, first, logIn, old, second, told } = await loggedIn(store);
    const to = where === 'the same service' ? first : second;
    const after = [to.keys.admin, to.baseUrl, 'fleet:admin', 0];
    const states: unknown[] = [];
    for (let count = 1; ; count += 1) {
      const { code } = await logIn(to.baseUrl, to.keys.admin, killedAt(count));
      const state = await told();
      expect([old, after]).toContainEqual(state);
      states.push(state[0] === old[0] ? 'old' : 'new');
      if (code === 0) break;
      expect((await logIn(first.baseUrl, first.keys.read)).code).toBe(0);
    }
    expect(states).toEqual(store === 'file' ? ['old', 'old', 'new', 'new'] : ['old', 'new']);
    if (store === 'keychain') return;
    expect(readFileSync(join(config, 'keys', 'default'), 'utf8')).not.toContain(first.keys.read);
  },
);

test('the next login or logout removes what killed ones left, the keys first of all', async () => {
  proves('UI-auth-login-killed');
  const { config, first, logIn } = await loggedIn('file');
  const left = () =>
    readdirSync(config, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.tmp'),
    );
  const kill = async () => {
    await logIn(first.baseUrl, first.keys.admin, killedAt(1));
    expect(left().map((name) => dirname(name))).toEqual(expect.arrayContaining(['.', 'keys']));
  };
  await kill();
  expect((await logIn(first.baseUrl, first.keys.run)).code).toBe(0);
  expect(left()).toEqual([]);
  await kill();
  const env = { FLEET_CONFIG_DIR: config };
  expect((await runFleet(['auth', 'logout'], { env })).code).toBe(0);
  expect(left()).toEqual([]);
});

import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { HAS_SECRET_SERVICE } from '../../../support/secret/secret-session.ts';
import { startSecretService } from '../../../support/secret-service.ts';
import { saveKeychainProfile } from '../../../support/silent-keychain.ts';
import { startTestServer } from '../../../support/test-server.ts';

/** A person with folders of their own, with or without a keychain, and a server that knows them. */
async function openLoginWorkspace({ keychain = false } = {}) {
  const server = await startTestServer();
  const home = mkdtempSync(join(tmpdir(), 'fleet-auth-'));
  const env = {
    HOME: home,
    FLEET_CONFIG_DIR: join(home, 'config'),
    FLEET_CACHE_DIR: join(home, 'cache'),
    FLEET_STATE_DIR: join(home, 'state'),
    ...(keychain && (await startSecretService())),
  };
  const fleet = (
    args: readonly string[],
    options: { stdin?: string; env?: Readonly<Record<string, string>> } = {},
  ) =>
    runFleet(args, {
      env: { ...env, ...options.env },
      ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
    });
  const login = (key: string, ...more: string[]) =>
    fleet(['auth', 'login', '--base-url', server.baseUrl, '--key-stdin', ...more], {
      stdin: `${key}\n`,
    });
  return { server, home, fleet, login };
}

const jsonOf = (text: string) => JSON.parse(text);

/** Every file below a folder with its text. */
function filesBelow(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));
}

test('a key is checked, kept in the keychain, and used by every command from then on', async ({
  skip,
}) => {
  skip(!HAS_SECRET_SERVICE, 'no gnome-keyring and dbus are installed');
  proves('UI-auth-login', 'UI-auth-status', 'UI-auth-token');
  const { server, home, fleet, login } = await openLoginWorkspace({ keychain: true });
  const before = await fleet(['auth', 'status']);
  expect(before.code).toBe(4);
  expect(jsonOf(before.stdout)).toMatchObject({ source: null, storage: null, base_url: null });
  const done = await login(server.keys.run);
  expect([done.code, done.stderr]).toEqual([0, '']);
  expect(jsonOf(done.stdout)).toMatchObject({
    profile: 'default',
    base_url: server.baseUrl,
    storage: 'keychain',
    scope: 'fleet:run',
  });
  const listed = await fleet(['cloud', 'list-machines']);
  expect([listed.code, jsonOf(listed.stdout).machines.length]).toEqual([0, 1]);
  const status = await fleet(['auth', 'status', '--json']);
  expect(status.code).toBe(0);
  expect(status.stderr).toMatch(/^The profile default is used, for \S+ The key was not checked/);
  expect(jsonOf(status.stdout)).toMatchObject({
    profile: 'default',
    base_url: server.baseUrl,
    organisation: { slug: expect.any(String) },
    key_name: expect.any(String),
    scope: 'fleet:run',
    source: 'profile',
    storage: 'keychain',
  });
  expect((await fleet(['auth', 'token'])).stdout).toBe(`${server.keys.run}\n`);
  const secret = server.keys.run.split('_').at(-1) ?? 'none';
  const told = [done, listed, status].map(({ stdout, stderr }) => stdout + stderr).join('');
  expect(told).not.toContain(secret);
  expect(filesBelow(home).filter(({ text }) => text.includes(secret))).toEqual([]);
  const out = await fleet(['auth', 'logout']);
  expect(jsonOf(out.stdout)).toMatchObject({ profile: 'default', key_removed: true });
  expect((await fleet(['cloud', 'list-machines', '--base-url', server.baseUrl])).code).toBe(4);
  expect((await fleet(['auth', 'token', '--base-url', server.baseUrl])).code).toBe(4);
}, 60_000);

test('without a keychain nothing is stored but in a file, and only when asked for', async () => {
  proves('UI-auth-file-store');
  const { server, home, fleet, login } = await openLoginWorkspace();
  const refused = await login(server.keys.read, '-o', 'json');
  expect(refused.code).toBe(4);
  expect(jsonOf(refused.stderr).error).toMatchObject({
    code: 'no_keychain',
    detail: expect.stringMatching(
      /^.*\nThe key from stdin \(.+\) was .* stays valid where it was made/,
    ),
    advice: expect.stringContaining('--store file'),
  });
  const empty = await fleet(['auth', 'login', '--base-url', server.baseUrl, '--key-stdin'], {
    stdin: '',
  });
  expect(jsonOf(empty.stderr).error).toMatchObject({ detail: 'stdin is empty.' });
  expect((await fleet(['auth', 'status'])).code).toBe(4);
  saveKeychainProfile(join(home, 'config'), server.baseUrl);
  const instead = await login(server.keys.run, '--store', 'file');
  expect([instead.code, jsonOf(instead.stdout).storage]).toEqual([0, 'file']);
  expect(instead.stderr).toBe(
    `The key that the profile default had for ${server.baseUrl} is still in the keychain, which cannot be used now.\n`,
  );
  const done = await login(server.keys.read, '--store', 'file', '--profile', 'ci');
  expect([done.code, jsonOf(done.stdout).storage]).toEqual([0, 'file']);
  const holding = filesBelow(home).filter(({ text }) => text.includes(server.keys.read));
  expect(holding.map(({ path }) => path)).toEqual([join(home, 'config', 'keys', 'ci')]);
  expect(statSync(join(home, 'config', 'keys', 'ci')).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'config', 'profiles.json')).mode & 0o777).toBe(0o600);
  const env = { FLEET_PROFILE: 'ci' };
  const asTable = await fleet(['auth', 'status', '-o', 'table'], { env });
  expect(asTable.stderr).toContain(`The profile ci is used, for ${server.baseUrl}.`);
  expect((await fleet(['cloud', 'list-machines'], { env })).code).toBe(0);
  expect((await fleet(['cloud', 'list-machines', '--profile', 'ci'])).code).toBe(0);
  const other = await login(server.keys.run, '--store', 'file', '--profile', 'ci');
  expect(other.stderr).toBe(
    `The key ${jsonOf(done.stdout).key_name} that the profile ci had for ${server.baseUrl} stays valid at the service until it is revoked there.\n`,
  );
  expect((await login(server.keys.run, '--store', 'file', '--profile', 'ci')).stderr).toBe('');
  const left = await fleet(['auth', 'logout', '--profile', 'ci']);
  expect([left.code, left.stderr]).toEqual([
    0,
    'The key stays valid at the service until it is revoked there.\n',
  ]);
  expect(filesBelow(home).some(({ text }) => text.includes(server.keys.read))).toBe(false);
}, 60_000);

test('a key that the service refuses is not stored, and what was stored stays', async () => {
  const { server, fleet, login } = await openLoginWorkspace();
  await login(server.keys.read, '--store', 'file');
  const wrong = await login(`${server.keys.run.slice(0, -4)}0000`, '--store', 'file');
  expect(wrong.code).toBe(4);
  expect(wrong.stderr).toContain('A key of your own server is made with fleet admin key create');
  const noOne = ['auth', 'login', '--base-url', 'http://127.0.0.1:9', '--key-stdin'];
  const untried = await fleet(noOne, { stdin: server.keys.run });
  expect(untried.stderr).toContain(
    'The key from stdin was not tried and not stored for http://127.0.0.1:9;',
  );
  for (const { stderr } of [wrong, untried]) expect(stderr).not.toContain('stays valid');
  expect((await fleet(['auth', 'token'])).stdout).toBe(`${server.keys.read}\n`);
}, 60_000);

test('a stored key is sent to the origin it was stored for and to no other', async () => {
  proves('UI-keys-origin', 'UI-keys-precedence');
  const { server, fleet, login } = await openLoginWorkspace();
  const other = await startTestServer();
  await login(server.keys.admin, '--store', 'file');
  const seen = () => other.log.filter((line) => line.includes('list_machines')).length;
  const args = ['cloud', 'list-machines', '-o', 'json'];
  for (const run of [
    await fleet([...args, '--base-url', other.baseUrl]),
    await fleet(args, { env: { FLEET_BASE_URL: other.baseUrl } }),
  ]) {
    expect(run.code).toBe(4);
    expect(jsonOf(run.stderr).error).toMatchObject({
      code: 'foreign_origin',
      detail: expect.stringContaining(other.baseUrl),
    });
  }
  expect(seen()).toBe(0);
  expect((await fleet([...args, '--base-url', `${server.baseUrl}/`])).code).toBe(0);
  const env = { FLEET_BASE_URL: other.baseUrl, FLEET_API_KEY: other.keys.read };
  expect((await fleet(args, { env })).code).toBe(0);
  const status = await fleet(['auth', 'status', '--base-url', other.baseUrl]);
  expect([status.code, jsonOf(status.stdout).source]).toEqual([4, null]);
}, 60_000);

test('profiles of logins at the same time stand side by side, and one that is not there is named with those that are', async () => {
  const { server, home, fleet, login } = await openLoginWorkspace();
  await Promise.all(
    ['a', 'b', 'c'].map((name) => login(server.keys.read, '--store', 'file', '--profile', name)),
  );
  const status = await fleet(['auth', 'status', '--profile', 'b']);
  const names = jsonOf(status.stdout).profiles.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['a', 'b', 'c']);
  const absent = await fleet(['cloud', 'list-machines', '--profile', 'zz', '-o', 'json']);
  expect(absent.code).toBe(2);
  expect(jsonOf(absent.stderr).error.detail).toContain('"zz"');
  const odd = await fleet(['cloud', 'list-machines', '--profile', '../x', '-o', 'json']);
  expect([odd.code, jsonOf(odd.stderr).error.detail]).toEqual([2, expect.stringContaining('../x')]);
  writeFileSync(join(home, 'config', 'profiles.json'), '{"version":1,"profiles":{"a":{}}}');
  const broken = await fleet(['cloud', 'list-machines', '-o', 'json']);
  expect([broken.code, jsonOf(broken.stderr).error.code]).toEqual([1, 'profiles_unusable']);
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.read };
  expect((await fleet(['cloud', 'list-machines'], { env })).code).toBe(0);
}, 60_000);

test('auth switch chooses the profile of commands that name none; a login without a name takes it back', async () => {
  proves('UI-auth-switch', 'UI-auth-which');
  const { server, fleet, login } = await openLoginWorkspace();
  for (const name of ['home', 'work']) {
    await login(server.keys.read, '--store', 'file', '--profile', name);
  }
  const used = async () => jsonOf((await fleet(['auth', 'status'])).stdout).profile;
  const none = await fleet(['cloud', 'list-machines', '-o', 'json']);
  expect([none.code, jsonOf(none.stderr).error.advice]).toEqual([
    2,
    expect.stringContaining('There are the profiles home, work: choose one with --profile'),
  ]);
  for (const args of [[], ['wrok']]) {
    const { code, stderr } = await fleet(['auth', 'switch', ...args, '-o', 'json']);
    expect([code, jsonOf(stderr).error.detail]).toEqual([
      2,
      expect.stringContaining('there are home, work'),
    ]);
  }
  const switched = await fleet(['auth', 'switch', 'work']);
  expect([switched.code, jsonOf(switched.stdout).profile]).toEqual([0, 'work']);
  expect([switched.stderr, await used()]).toEqual(['', 'work']);
  const env = { FLEET_PROFILE: 'home', FLEET_BASE_URL: '' };
  expect((await fleet(['auth', 'switch', 'work'], { env })).stderr).toBe(
    'FLEET_PROFILE of the environment still goes before the chosen profile.\n',
  );
  expect((await fleet(['cloud', 'list-machines'])).code).toBe(0);
  await login(server.keys.read, '--store', 'file');
  expect(await used()).toBe('default');
  await fleet(['auth', 'switch', 'work']);
  await fleet(['auth', 'logout']);
  expect(await used()).toBe(null);
}, 60_000);

test('what is wrong with a login is told before anything is asked of the service', async () => {
  const { server, home, fleet } = await openLoginWorkspace();
  const base = ['auth', 'login', '-o', 'json', '--base-url', server.baseUrl];
  const file = join(home, 'two-lines');
  writeFileSync(file, 'one\ntwo\n');
  for (const [args, detail] of [
    [[...base, '--key-stdin', '--key-file', file], 'both given'],
    [[...base, '--key-file', join(home, 'none')], 'ENOENT'],
    [[...base, '--key-file', file], 'visible ASCII'],
    [[...base, '--key-stdin', '--store', 'cloud'], 'keychain and file'],
    [base, 'There is no terminal'],
    [['auth', 'login', '-o', 'json', '--key-stdin'], 'there is no default'],
    [[...base.slice(0, -1), 'http://fleet.example.com', '--key-stdin'], 'plain http'],
  ] as const) {
    const { code, stderr, stdout } = await fleet(args, { stdin: 'fleet_x' });
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
    expect(jsonOf(stderr).error.detail).toContain(detail);
  }
}, 60_000);

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';

const KEY = 'fleet_key_38canary0000_c0ffee0000000000000000000000000000000000c0ffee00';

/** A service that knows every key. */
async function startService(): Promise<ScriptedService> {
  const service = await startScriptedService({
    tools: [],
    answer: () => ({ body: { key_name: 'k' } }),
  });
  onTestFinished(() => service.stop());
  return service;
}

/** A person who is logged in to the first of two services, with the key in a file. */
async function logInToFirst() {
  const [first, second] = [await startService(), await startService()];
  const home = mkdtempSync(join(tmpdir(), 'fleet-origin-'));
  const config = join(home, 'config');
  const env = { FLEET_CONFIG_DIR: config, FLEET_CACHE_DIR: home, FLEET_STATE_DIR: home };
  const fleet = (args: readonly string[], stdin = '') => runFleet(args, { env, stdin });
  const logIn = (to: ScriptedService) =>
    fleet(['auth', 'login', '--base-url', to.baseUrl, '--key-stdin', '--store', 'file'], KEY);
  expect((await logIn(first)).code).toBe(0);
  const profiles = join(config, 'profiles.json');
  const keyFile = join(config, 'keys', 'default');
  return {
    first,
    second,
    fleet,
    logIn,
    keyFile,
    /** As somebody would who wants the key sent to the second service. */
    changeProfile: () =>
      writeFileSync(
        profiles,
        readFileSync(profiles, 'utf8').replaceAll(first.baseUrl, second.baseUrl),
      ),
  };
}

test('a key in a file is bound to its origin there, whatever the file of profiles says', async () => {
  proves('UI-keys-origin');
  const { changeProfile, first, fleet, keyFile, second } = await logInToFirst();
  expect(JSON.parse(readFileSync(keyFile, 'utf8'))).toEqual({
    version: 1,
    origin: first.baseUrl,
    key: KEY,
  });
  changeProfile();
  const run = await fleet(['api', 'GET', '/api/v1/me']);
  expect([run.code, JSON.parse(run.stderr).error.code]).toEqual([4, 'foreign_origin']);
  expect(run.stderr).toContain(first.baseUrl);
  const status = await fleet(['auth', 'status']);
  expect([status.code, JSON.parse(status.stdout)]).toMatchObject([
    4,
    { base_url: second.baseUrl, source: null, key_origin: first.baseUrl },
  ]);
  expect(status.stderr).toContain(`is for ${first.baseUrl} and is not sent elsewhere`);
  expect(readFileSync(keyFile, 'utf8')).not.toContain(second.baseUrl);
  expect(second.requests).toEqual([]);
  rmSync(keyFile);
  const gone = await fleet(['auth', 'status']);
  expect([gone.code, JSON.parse(gone.stdout)]).toMatchObject([4, { source: null, storage: null }]);
  expect(gone.stderr).toContain('its key is not in the file. Log in again: fleet auth login');
});

test('a key file of the first version takes the origin of its profile when it is first read', async () => {
  proves('UI-keys-origin');
  const { changeProfile, first, fleet, keyFile, second } = await logInToFirst();
  writeFileSync(keyFile, `${KEY}\n`);
  const runs = await Promise.all([1, 2].map(() => fleet(['api', 'GET', '/api/v1/me'])));
  expect(runs.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(JSON.parse(readFileSync(keyFile, 'utf8')).origin).toBe(first.baseUrl);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  changeProfile();
  expect((await fleet(['api', 'GET', '/api/v1/me'])).code).toBe(4);
  expect(second.requests).toEqual([]);
});

test.each([
  `${KEY}\nother\n`,
  '',
  '\ufffd\u0000\n{',
  `{"version":1,"origin":"ORIGIN","key":"${KEY}\\r"}`,
])('a key file that somebody has changed to %j is named, and no request is made', async (text) => {
  const { first, fleet, keyFile, logIn } = await logInToFirst();
  writeFileSync(keyFile, text.replace('ORIGIN', first.baseUrl));
  const before = readFileSync(keyFile);
  const run = await fleet(['api', 'GET', '/api/v1/me']);
  const { error } = JSON.parse(run.stderr);
  expect([run.code, error.code]).toEqual([4, 'key_file_unreadable']);
  expect(error.detail).toContain(keyFile);
  expect(readFileSync(keyFile)).toEqual(before);
  const out = await fleet(['auth', 'logout']);
  expect([out.code, first.requests.length]).toEqual([0, 1]);
  expect((await logIn(first)).code).toBe(0);
});

test('a login to another service under the same name keeps the new key, and a logout removes it', async () => {
  proves('UI-keys-origin', 'UI-auth-login');
  const { fleet, keyFile, logIn, second } = await logInToFirst();
  expect((await logIn(second)).code).toBe(0);
  expect((await fleet(['api', 'GET', '/api/v1/me'])).code).toBe(0);
  expect(second.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`);
  const out = await fleet(['auth', 'logout', '--json']);
  expect(JSON.parse(out.stdout)).toMatchObject({ profile: 'default', key_removed: true });
  expect(() => statSync(keyFile)).toThrow('ENOENT');
});

test.each(['../../key', '..', 'a/b', 'a\\b', '', '\u001b[2J', '__proto__', 'x'.repeat(65)])(
  'a profile of the name %j leads to no file outside the folder of keys',
  async (name) => {
    proves('UI-keys-profile-names');
    const { first, fleet, keyFile } = await logInToFirst();
    const profiles = join(dirname(dirname(keyFile)), 'profiles.json');
    const file = JSON.parse(readFileSync(profiles, 'utf8'));
    const asOther = JSON.stringify({ ...file, chosen: name }).replace(
      '"default":',
      `${JSON.stringify(name)}:`,
    );
    writeFileSync(profiles, asOther);
    writeFileSync(join(dirname(dirname(dirname(keyFile))), 'key'), 'fleet_key_outside');
    const asked = first.requests.length;
    for (const args of [
      ['api', 'GET', '/api/v1/me'],
      ['auth', 'status'],
      ['auth', 'logout'],
      ['auth', 'login', '--base-url', first.baseUrl, '--key-stdin', '--store', 'file'],
    ]) {
      const run = await fleet(args, KEY);
      const { error } = JSON.parse(run.stderr);
      expect([args, run.code, error.code]).toEqual([args, 1, 'profiles_unusable']);
      const shown = name.length > 64 ? 'A longer one' : JSON.stringify(name);
      expect(error.detail).toBe(
        `${profiles}: ${shown} is no name of a profile; allowed are 1 to 64 letters, digits, ".", "_" and "-".`,
      );
      expect(readFileSync(profiles, 'utf8')).toBe(asOther);
    }
    expect(first.requests.slice(asked).filter(({ method }) => method === 'GET')).toEqual([]);
  },
);

test('a name that was chosen and may be none is refused also where no profile has it', async () => {
  proves('UI-keys-profile-names');
  const { fleet, keyFile } = await logInToFirst();
  const profiles = join(dirname(dirname(keyFile)), 'profiles.json');
  const file = JSON.parse(readFileSync(profiles, 'utf8'));
  writeFileSync(profiles, JSON.stringify({ ...file, chosen: '../default' }));
  const run = await fleet(['api', 'GET', '/api/v1/me']);
  expect([run.code, JSON.parse(run.stderr).error.code]).toEqual([1, 'profiles_unusable']);
  expect(run.stderr).toContain('../default');
});

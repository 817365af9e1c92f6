import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startTestServer } from '../../../support/test-server.ts';

const LEFT = '.other.0123456789.tmp';
const modeOf = (path: string) => statSync(path).mode & 0o7777;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fleet-others-'));
});

async function login() {
  const server = await startTestServer();
  const args = ['auth', 'login', '--base-url', server.baseUrl, '--key-stdin', '--store', 'file'];
  return runFleet(args, { env: { FLEET_CONFIG_DIR: folder }, stdin: server.keys.read });
}

async function examined() {
  const { stdout } = await runFleet(['doctor', '--json'], { env: { FLEET_CONFIG_DIR: folder } });
  const { checks } = JSON.parse(stdout);
  return checks.find(({ check }: { readonly check: string }) => check === 'config_folder');
}

test('a folder with files of others takes the settings and keeps its mode, and what is ours is closed', async ({
  skip,
}) => {
  skip(process.platform === 'win32', 'Windows keeps no modes');
  proves('UI-folder-of-others');
  writeFileSync(join(folder, 'notes.txt'), 'Mine.');
  writeFileSync(join(folder, LEFT), 'Of another program.');
  mkdirSync(join(folder, 'keys'));
  for (const path of [folder, join(folder, 'keys')]) chmodSync(path, 0o755);
  const { code, stderr } = await login();
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect([modeOf(folder), modeOf(join(folder, 'keys'))]).toEqual([0o755, 0o755]);
  const [key = ''] = readdirSync(join(folder, 'keys'));
  const ours = ['profiles.json', 'profiles.lock', 'logins.lock', join('keys', key)];
  expect(ours.map((name) => modeOf(join(folder, name)))).toEqual(ours.map(() => 0o600));
  expect(readdirSync(folder)).toContain(LEFT);
  expect(await examined()).toMatchObject({ state: 'ok' });
});

test('a folder that others can write to and has files of others takes no settings', async ({
  skip,
}) => {
  skip(process.platform === 'win32', 'Windows keeps no modes');
  proves('UI-folder-of-others');
  writeFileSync(join(folder, 'notes.txt'), 'Mine.');
  chmodSync(folder, 0o775);
  const { code, stderr } = await login();
  const { error } = JSON.parse(stderr);
  expect([code, error.code, error.advice]).toEqual([
    1,
    'folder_others_write',
    expect.stringMatching(new RegExp(`FLEET_CONFIG_DIR.*chmod go-w ${folder}\\.$`)),
  ]);
  expect([modeOf(folder), readdirSync(folder)]).toEqual([0o775, ['notes.txt']]);
  expect(await examined()).toMatchObject({
    state: 'failed',
    fix: expect.stringMatching(new RegExp(`choose another folder.*chmod go-w ${folder}$`)),
  });
});

test('an open folder with nothing but ours in it is closed', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows keeps no modes');
  proves('UI-folder-of-others');
  expect((await login()).code).toBe(0);
  chmodSync(folder, 0o775);
  expect(await examined()).toMatchObject({ state: 'failed', fix: `Run: chmod 700 ${folder}` });
  expect((await login()).code).toBe(0);
  expect(modeOf(folder)).toBe(0o700);
});

test('a login does not write over a file of somebody else that is called as its key', async () => {
  proves('UI-folder-of-others');
  mkdirSync(join(folder, 'keys'));
  const foreign = join(folder, 'keys', 'default');
  const text = '-----BEGIN KEY-----\nabc\n-----END KEY-----\n';
  writeFileSync(foreign, text);
  const { code, stderr } = await login();
  const { error } = JSON.parse(stderr);
  expect([code, error.code, readFileSync(foreign, 'utf8')]).toEqual([11, 'place_taken', text]);
  expect(readdirSync(join(folder, 'keys'))).toEqual(['default']);
});

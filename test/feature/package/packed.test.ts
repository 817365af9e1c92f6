import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { fleetEnvironment } from '../../support/run-fleet.ts';
import { saveKeychainProfile, startSilentBus } from '../../support/silent-keychain.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The package as npm would publish it, unpacked where no other package is near. */
async function unpack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-packed-'));
  // Its scripts would build once more, under the feet of the tests that run beside this one.
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  await run('npm', pack, { cwd: ROOT });
  const [tarball = ''] = await readdir(folder);
  await run('tar', ['-xzf', tarball], { cwd: folder });
  return join(folder, 'package');
}

test('the packed program runs by itself: client, server, reader, machine, demonstration', async () => {
  const folder = await unpack();
  const entry = join(folder, 'bin', 'run.js');
  expect((await readdir(folder)).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'THIRD-PARTY-NOTICES.txt',
    'bin',
    'dist',
    'oclif.manifest.json',
    'package.json',
  ]);
  const env = fleetEnvironment({ FLEET_CACHE_DIR: join(folder, 'cache') });
  const data = ['--data', join(folder, 'data')];
  const serve = ['serve', '--demo', '--json', '--listen', '127.0.0.1:0', ...data];
  const server = spawn(process.execPath, [entry, ...serve], { env, cwd: folder });
  onTestFinished(() => void server.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  const { base_url: url, keys } = JSON.parse(String(line));
  const reach = { ...env, FLEET_BASE_URL: url, FLEET_API_KEY: keys.admin };
  const fleet = (...args: readonly string[]) =>
    run(process.execPath, [entry, ...args], { env: reach, cwd: folder });
  // The numbers of the day come from the reader, the skill's result from a machine.
  const overview = JSON.parse((await fleet('cloud', 'describe-cloud')).stdout);
  expect(overview.machines).toHaveLength(4);
  expect(overview.last_24_hours.jobs).toBeGreaterThan(0);
  const ran = await fleet('cloud', 'run-skill', 'build-01', 'disk-usage', '--follow', '--quiet');
  expect(JSON.parse(ran.stdout).state).toBe('done');
  const { stdout } = await fleet('cloud', 'list-machines', '-o', 'yaml');
  expect(stdout).toContain('name: build-01');
}, 60_000);

test('the packed program asks the keychain', async ({ skip }) => {
  skip(process.platform !== 'linux', 'the keychain is on a bus on Linux');
  const folder = await unpack();
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(ROOT, 'node_modules/@napi-rs'), join(folder, 'node_modules/@napi-rs'));
  const bus = await startSilentBus();
  const FLEET_CONFIG_DIR = join(folder, 'config');
  saveKeychainProfile(FLEET_CONFIG_DIR, 'http://127.0.0.1:1');
  const env = fleetEnvironment({ ...bus.env, FLEET_CONFIG_DIR });
  const token = [join(folder, 'bin', 'run.js'), 'auth', 'token', '--show'];
  await expect(run(process.execPath, token, { env })).rejects.toMatchObject({
    code: 4,
    stderr: expect.stringContaining('did not answer within 3 seconds'),
  });
}, 60_000);

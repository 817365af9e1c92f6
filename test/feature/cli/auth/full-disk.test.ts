import { existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { folderWithoutSync } from '../../../support/secret/full-disk.ts';
import { startTestServer } from '../../../support/test-server.ts';

/**
 * The files of this name, for a write, and where `call` is rename, cannot take their place: as Node tells a
 * full disk, without a path.
 */
function fullDisk(name = '', call: 'write' | 'rename' = 'write'): string {
  return `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs/promises';
  const { open, rename } = fs;
  const refuse = async () => {
    const of = { errno: -28, code: 'ENOSPC', syscall: '${call}' };
    throw Object.assign(new Error('ENOSPC: no space left on device, ${call}'), of);
  };
  const isRefused = (path, at) => at === '${call}' && String(path).includes('${name}');
  fs.open = async (path, ...how) => {
    const file = await open(path, ...how);
    return isRefused(path, 'write') ? Object.assign(file, { writeFile: refuse }) : file;
  };
  fs.rename = (from, to) => (isRefused(to, 'rename') ? refuse() : rename(from, to));
`)}`;
}

test('a login on a full disk names the file and what helps, and leaves nothing of it', async () => {
  proves('UI-output-errors', 'UI-auth-login');
  const server = await startTestServer();
  const config = join(mkdtempSync(join(tmpdir(), 'fleet-full-')), 'config');
  const env = {
    FLEET_CONFIG_DIR: config,
    FLEET_BASE_URL: server.baseUrl,
    NODE_OPTIONS: fullDisk(),
  };
  const args = ['auth', 'login', '--key-stdin', '--store', 'file', '-o', 'json'];
  const { code, stderr } = await runFleet(args, { env, stdin: server.keys.read });
  expect(code).toBe(1);
  const file = join(config, 'keys', 'default');
  expect(JSON.parse(stderr).error).toMatchObject({
    code: 'not_written',
    title: 'A file could not be written',
    detail: expect.stringMatching(
      new RegExp(`^${file}: the disk is full \\(ENOSPC\\)\\.[^]*stays valid where it was made`),
    ),
    advice: 'Make room on it, and try again.',
  });
  expect([readdirSync(join(config, 'keys')), existsSync(join(config, 'profiles.json'))]).toEqual([
    [],
    false,
  ]);
});

test.each([
  ['write', 'the same service'],
  ['rename', 'the same service'],
  ['write', 'another service'],
  ['rename', 'another service'],
] as const)(
  'a login whose profile fails at its %s leaves the earlier one to %s as it was',
  async (call, where) => {
    proves('UI-output-errors', 'UI-auth-login');
    const server = await startTestServer();
    const other = where === 'another service' ? await startTestServer() : server;
    const config = join(mkdtempSync(join(tmpdir(), 'fleet-full-')), 'config');
    const env = { FLEET_CONFIG_DIR: config };
    const args = ['auth', 'login', '--key-stdin', '--store', 'file', '--base-url'];
    const first = await runFleet([...args, server.baseUrl], { env, stdin: server.keys.read });
    expect(first.code).toBe(0);
    const told = (await runFleet(['auth', 'status'], { env })).stdout;
    const failed = await runFleet([...args, other.baseUrl], {
      env: { ...env, NODE_OPTIONS: fullDisk('profiles.json', call) },
      stdin: other.keys.admin,
    });
    expect(JSON.parse(failed.stderr).error).toMatchObject({
      code: 'not_written',
      detail: expect.stringContaining('What was there before is as it was.'),
    });
    expect((await runFleet(['auth', 'token'], { env })).stdout.trim()).toBe(server.keys.read);
    expect((await runFleet(['auth', 'status'], { env })).stdout).toBe(told);
    expect(readdirSync(join(config, 'keys'))).toEqual(['default']);
  },
);

test('a folder that cannot be synced is no loss where the system knows no such step, and else an error that names it', async () => {
  proves('UI-output-errors');
  const server = await startTestServer();
  const config = join(mkdtempSync(join(tmpdir(), 'fleet-sync-')), 'config');
  mkdirSync(config, { mode: 0o700 });
  const env = { FLEET_CONFIG_DIR: config };
  const args = ['auth', 'login', '--key-stdin', '--store', 'file', '--base-url', server.baseUrl];
  const logIn = (code: string, stdin: string) =>
    runFleet(args, { env: { ...env, ...folderWithoutSync(config, code) }, stdin });
  for (const code of ['EINVAL', 'EPERM', 'ENOTSUP', 'ENOSYS']) {
    expect([code, (await logIn(code, server.keys.read)).code]).toEqual([code, 0]);
  }
  const failed = await logIn('EIO', server.keys.admin);
  expect(failed.code).toBe(1);
  expect(JSON.parse(failed.stderr).error).toMatchObject({
    code: 'not_synced',
    detail: expect.stringMatching(new RegExp(`^${config}: EIO: refused, fsync\\. .* in its place`)),
  });
  expect((await runFleet(['auth', 'token'], { env })).stdout.trim()).toBe(server.keys.admin);
});

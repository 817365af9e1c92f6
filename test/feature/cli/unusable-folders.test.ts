import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { startTestServer } from '../../support/test-server.ts';

// Not even root can make a folder there, or in a file.
const NOWHERE = '/proc/nowhere';
const IN_A_FILE = '/dev/null/fleet';

test('a folder that cannot be made is named, with the variable that chooses another', async () => {
  proves('UI-exit-1', 'UI-output-errors');
  const server = await startTestServer();
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run };
  const file = join(mkdtempSync(join(tmpdir(), 'fleet-')), 'secret');
  const runs = [
    runFleet(['secret', 'new', 'build-01', 'TOKEN', '--file', file], {
      env: { ...env, FLEET_STATE_DIR: NOWHERE },
    }),
    runFleet(['auth', 'login', '--key-stdin', '--store', 'file'], {
      env: { ...env, FLEET_CONFIG_DIR: NOWHERE },
      stdin: server.keys.run,
    }),
  ];
  for (const { code, stderr } of await Promise.all(runs)) {
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'folder_not_made',
      detail: expect.stringMatching(/^\/proc\/nowhere.*: it cannot be made: ENOENT.*$/m),
      advice: expect.stringContaining('FLEET_STATE_DIR'),
    });
  }
});

test.each([
  ['FLEET_CONFIG_DIR', ['auth', 'login', '--key-stdin', '--store', 'file']],
  ['FLEET_STATE_DIR', ['secret', 'list']],
  ['FLEET_STATE_DIR', ['mcp']],
])('%s with a relative path is refused, and no other folder is taken: %j', async (name, args) => {
  proves('UI-exit-2');
  const env = { FLEET_BASE_URL: 'http://127.0.0.1:9', [name]: 'folder' };
  const { code, stderr, stdout } = await runFleet(args, { env, stdin: 'key-1' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`${name} is not a whole path`);
  expect((await runFleet(['help', 'environment'], { env })).code).toBe(0);
});

test('a cache folder that cannot be made is done without', async () => {
  proves('PROJECT-cache');
  const run = await runFleet(['cloud', '--help'], {
    env: { FLEET_CACHE_DIR: NOWHERE },
    timeoutMs: 10_000,
  });
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
});

test('profiles that cannot be opened are told with the reason, and not as another kind of file', async () => {
  const run = await runFleet(['auth', 'status'], { env: { FLEET_CONFIG_DIR: IN_A_FILE } });
  expect([run.code, JSON.parse(run.stderr).error]).toMatchObject([
    1,
    { code: 'profiles_unusable', detail: expect.stringMatching(/^ENOTDIR: .*profiles\.json/) },
  ]);
});

test('the doctor sees that a folder cannot be made before somebody needs it', async () => {
  const server = await startTestServer();
  const { code, stdout } = await runFleet(['doctor'], {
    env: {
      FLEET_BASE_URL: server.baseUrl,
      FLEET_API_KEY: server.keys.read,
      FLEET_STATE_DIR: join(IN_A_FILE, 'deeper'),
    },
  });
  const { checks } = JSON.parse(stdout);
  expect(checks.find(({ check }: { check: string }) => check === 'state_folder')).toMatchObject({
    state: 'failed',
    detail: '/dev/null/fleet/deeper is not there and cannot be made.',
  });
  expect(code).toBe(1);
});

test('a named pipe in the place of the profiles, a key or an entry of the journal holds up nobody', async () => {
  proves('ATTACK-pipe-as-file');
  const home = mkdtempSync(join(tmpdir(), 'fleet-'));
  const env = { FLEET_CONFIG_DIR: join(home, 'config'), FLEET_STATE_DIR: join(home, 'state') };
  const journal = join(home, 'state', 'secrets');
  mkdirSync(join(home, 'config', 'keys'), { recursive: true, mode: 0o700 });
  mkdirSync(journal, { recursive: true, mode: 0o700 });
  const profiles = join(home, 'config', 'profiles.json');
  execFileSync('mkfifo', [profiles]);
  const withPipe = await runFleet(['auth', 'status'], { env });
  expect(withPipe).toMatchObject({ code: 1, stderr: expect.stringContaining('profiles_unusable') });
  rmSync(profiles);
  const theme = join(home, 'config', 'theme.json');
  execFileSync('mkfifo', [theme]);
  const withTheme = await runFleet(['auth', 'status'], { env, timeoutMs: 10_000 });
  expect(withTheme.code).toBe(4);
  execFileSync('mkfifo', [join(journal, 'abcdefghijkl.json')]);
  const listed = await runFleet(['secret', 'list', '--json'], { env });
  expect(listed.code).not.toBe(null);
});

/** What the file system says of paths with this text where it is asked so. */
function refused(call: string, text: string, code: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  const refuse = (path) => {
    if (!String(path).includes('${text}')) return;
    const of = { code: '${code}', syscall: '${call}', path };
    throw Object.assign(new Error('${code}: refused, ${call}'), of);
  };
  const { ${call}Sync, promises } = fs;
  const { ${call}: later } = promises;
  fs.${call}Sync = (path, ...more) => (refuse(path), ${call}Sync(path, ...more));
  promises.${call} = async (path, ...more) => (refuse(path), later(path, ...more));
`)}`;
}

test.each([
  ['lstat', '/keys', 'EIO', 'the disk failed'],
  ['readdir', '/secrets', 'EACCES', 'this user has no right to do that'],
  ['open', '.json', 'ESTALE', 'its network drive has lost it'],
])(
  'what the file system refuses is named, and what helps: %s %s %s',
  async (call, text, code, why) => {
    proves('UI-exit-1', 'UI-output-errors');
    const server = await startTestServer();
    const home = mkdtempSync(join(tmpdir(), 'fleet-'));
    const journal = join(home, 'secrets');
    mkdirSync(journal, { mode: 0o700 });
    writeFileSync(join(journal, 'abcdefghijkl.json'), '{}');
    const args =
      text === '/keys'
        ? ['auth', 'login', '--key-stdin', '--store', 'file', '--base-url', server.baseUrl]
        : ['secret', 'list', '--json'];
    const folders = { FLEET_CONFIG_DIR: join(home, 'config'), FLEET_STATE_DIR: home };
    const env = { ...folders, NODE_OPTIONS: refused(call, text, code) };
    const run = await runFleet(args, { env, stdin: server.keys.read });
    expect([run.code, JSON.parse(run.stderr).error]).toMatchObject([
      1,
      {
        code: 'file_unusable',
        detail: expect.stringMatching(
          new RegExp(`^${home}/\\S+: ${why} \\(${code}, ${call}\\)\\.`),
        ),
        advice: expect.stringMatching(/another place|try again/),
      },
    ]);
  },
);

test('links that go in a circle in the place of an entry of the journal are an entry that cannot be read', async () => {
  const home = mkdtempSync(join(tmpdir(), 'fleet-'));
  const journal = join(home, 'secrets');
  mkdirSync(journal, { mode: 0o700 });
  symlinkSync('abcdefghijkl.json', join(journal, 'abcdefghijkl.json'));
  const env = { FLEET_STATE_DIR: home };
  const listed = await runFleet(['secret', 'list', '--json'], { env });
  expect(JSON.parse(listed.stdout).secrets).toEqual([{ id: 'abcdefghijkl', state: 'unreadable' }]);
});

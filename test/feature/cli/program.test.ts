import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { unknownFlag } from '../../../src/commands/unknown-flag.ts';
import { INTERFACE } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';
import { FLEET_ENTRY, fleetEnvironment, runFleet } from '../../support/run-fleet.ts';
import { startTestServer } from '../../support/test-server.ts';

test('the version', async () => {
  const expected = { code: 0, stdout: `fleet ${packageFile.version}\n`, stderr: '' };
  expect(await runFleet(['--version'])).toEqual(expected);
  expect(await runFleet(['--version', 'please'])).toEqual(expected);
});

test('help of fleet, of a topic and of a command', async () => {
  const root = await runFleet([]);
  expect(root.code).toBe(0);
  expect(root.stdout).toContain('fleet cloud');
  expect((await runFleet(['--help'])).stdout).toBe(root.stdout);
  const topic = await runFleet(['admin', 'key']);
  expect(topic.stdout).toContain('fleet admin key create');
  expect(topic.stdout).not.toContain('fleet serve');
  const command = await runFleet(['help', 'admin', 'key', 'create']);
  expect(command.stdout).toBe((await runFleet(['admin', 'key', 'create', '--help'])).stdout);
  expect(command.stdout).toMatch(/Required flags\n {2}--name NAME/);
});

test('an unknown command and an unknown flag end with 2', async () => {
  const early = [
    ['--json', 'cloud'],
    ['skill', '--profile', 'p', 'push', 'm'],
  ];
  for (const args of [['nope'], ['admin', 'nope'], ...early, ['api', '--nope']]) {
    const { code, stdout } = await runFleet(args);
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
  }
});

test('what is missing or mistyped is named, with what was meant', async () => {
  const words = async (...args: string[]) => (await runFleet([...args, '-o', 'table'])).stderr;
  expect(await words('list-machines')).toBe(
    'fleet: There is no command "list-machines"\n  See --help.\n' +
      '  Did you mean fleet cloud list-machines?\n',
  );
  expect(await words('cluod')).toContain('Did you mean fleet cloud?');
  expect(await words('cluod', 'list', 'machines')).toContain('Did you mean fleet cloud?');
  for (const version of ['version', '-v', '-V', '--verison']) {
    expect(await words(version)).toContain('Did you mean fleet --version?');
  }
  const early = await words('auth', '--profile', 'p', 'logout');
  expect(early).toContain(
    'no command "auth --profile"\n  The command comes first, its flags after',
  );
  expect(await words('init', 'my-machine')).toContain('Did you mean fleet machine init --help?');
  expect(await words('machine', 'start')).toContain('Did you mean fleet machine --help?');
  expect(await words('machine', 'list')).toContain('Did you mean fleet cloud list-machines?');
  expect(await words('delete-machine')).toContain('fleet cloud disconnect-machine --help?');
  expect(await words('serve', '--port', '1')).toContain('Did you mean --listen?');
  expect(await words('admin', 'key', 'revoke', 'key_1', '--yes')).toContain('nothing is asked');
  expect(await words('auth', 'login', '--key', 'k')).toContain('--key-stdin or --key-file');
  const advice = (flag: string, known: readonly string[]) => unknownFlag(flag, known).facts.advice;
  expect(advice('--skill-md', ['skill', 'content'])).toBe('Did you mean --content?');
  expect(advice('--folder', ['machine', 'payload'])).toBe(
    `What a skill reads goes into --payload, as in --payload '{"folder": …}'.`,
  );
  expect(await words('mcp', 'instal', '--client', 'x')).toContain(
    'Did you mean fleet mcp install --help?',
  );
  expect(await words('auth', 'status', 'me')).toContain('Unexpected argument: me');
  expect(await words('mcp', 'install')).toContain(
    '--client: The assistant. Allowed are claude-desktop, ',
  );
  expect(await words('admin', 'key', 'create')).toBe(
    'fleet: --name and --scope are missing\n  --name: What it is for.\n' +
      '  --scope: What it allows. Allowed are fleet:read, fleet:run, fleet:admin.\n  See --help.\n',
  );
  expect(await words('api', 'GET')).toBe(
    'fleet: PATH is missing\n  PATH: Path below the base URL, for example /api/v1/me.\n  See --help.\n',
  );
  const serve = await runFleet(['serve', '--max-hold', '2x']);
  expect(serve.code).toBe(2);
  expect(serve.stderr).toContain(
    '--max-hold is \\"2x\\"; allowed is a whole number from 0 to 240.',
  );
});

test('no flag of ours is one that Node acts on', async () => {
  proves('UI-flags-node');
  const { default: manifest } = await import('../../../oclif.manifest.json', {
    with: { type: 'json' },
  });
  const flags = Object.values(manifest.commands).flatMap(({ flags }) => Object.keys(flags));
  expect(flags).toContain('base-url');
  for (const name of [
    'env-file',
    'env-file-if-exists',
    'experimental-config-file',
    'experimental-default-config-file',
  ]) {
    expect(flags).not.toContain(name);
  }
});

test('every shell gets a completion script', async () => {
  for (const shell of INTERFACE['UI-completion'].shells) {
    const { code, stdout } = await runFleet(['completion', shell]);
    expect({ shell, code }).toEqual({ shell, code: 0 });
    expect(stdout).toContain('fleet __complete');
  }
  expect((await runFleet(['completion', 'tcsh'])).code).toBe(2);
});

test('a user whom the system does not know, as in containers, has every command', async ({
  skip,
}) => {
  const another = ['-U', '--map-user=54321'];
  skip(spawnSync('unshare', [...another, 'true']).status !== 0, 'no user namespaces');
  const words = [...another, process.execPath, FLEET_ENTRY, 'completion', 'bash'];
  for (const variables of [{ SHELL: undefined }, { SHELL: undefined, HOME: undefined }]) {
    const env = fleetEnvironment(variables);
    const { status, stdout } = spawnSync('unshare', words, { env, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('fleet __complete')]);
  }
});

test('fleet admin takes the number of such a user for who did it', async ({ skip }) => {
  skip(spawnSync('unshare', ['-U', '--map-user=54321', 'true']).status !== 0, 'no user namespaces');
  const server = await startTestServer();
  const words = ['admin', 'key', 'create', '--name', 'k', '--scope', 'fleet:read', '--data'];
  const { status, stderr } = spawnSync(
    'unshare',
    ['-U', '--map-user=54321', process.execPath, FLEET_ENTRY, ...words, server.dataFolder],
    { env: fleetEnvironment({}), encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const entries = await runFleet(['admin', 'audit', 'list', '--data', server.dataFolder, '--json']);
  expect(JSON.parse(entries.stdout).entries[0]).toMatchObject({
    action: 'key.create',
    actor: { name: 'user 54321' },
  });
});

test('completion offers commands, operations, flags and choices', async () => {
  const offered = async (...words: string[]) => {
    const { stdout } = await runFleet(['__complete', ...words]);
    return stdout.split('\n').map((line) => line.split('\t')[0]);
  };
  expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish', 'powershell', '']);
  expect(await offered('completion', 'bash', '')).toEqual(['']);
  expect(await offered('adm')).toEqual(['admin', '']);
  expect(await offered('admin', 'key', '')).toEqual(['create', 'list', 'revoke', '']);
  expect(await offered('cloud', 'run-s')).toEqual(['run-skill', '']);
  expect(await offered('cloud', 'run-skill', '--run')).toEqual(['--runner', '']);
  expect(await offered('cloud', 'run-skill', '--runner', 'sh')).toEqual(['shell', '']);
  expect(await offered('cloud', 'run-skill', '--runner=sh')).toEqual(['--runner=shell', '']);
  expect(await offered('cloud', 'list-machines', '-o', 'js')).toEqual(['json', 'jsonl', '']);
});

test('the compile cache is a private folder of ours, or none', async () => {
  const showHelp = (folder: string) =>
    runFleet(['--help'], { env: { FLEET_CACHE_DIR: folder, NODE_COMPILE_CACHE: undefined } });
  const cache = join(mkdtempSync(join(tmpdir(), 'fleet-compiled-')), 'cache');
  expect((await showHelp(cache)).code).toBe(0);
  expect(statSync(join(cache, 'compiled')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(cache, 'compiled'))).not.toEqual([]);
  const open = join(mkdtempSync(join(tmpdir(), 'fleet-compiled-')), 'open');
  mkdirSync(join(open, 'compiled'), { recursive: true, mode: 0o777 });
  spawnSync('chmod', ['777', open, join(open, 'compiled')]);
  expect((await showHelp(open)).code).toBe(0);
  expect(spawnSync('ls', [join(open, 'compiled')]).stdout.toString()).toBe('');
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseToml } from '@decimalturn/toml-patch';
import { expect, test } from 'vitest';
import { type AssistantHome, assistantHome } from '../../../support/assistants/assistant-home.ts';
import { proves } from '../../../support/proves.ts';
import { FLEET_ENTRY } from '../../../support/run-fleet.ts';

proves('BRIDGE-install-entry', 'BRIDGE-install-careful');

const NODE = realpathSync(process.execPath);
const ENTRY = realpathSync(FLEET_ENTRY);

const entryIn = (home: AssistantHome) => JSON.parse(home.read()).mcpServers.fleet;

test('members that a person added to our entry stay when it is brought up to date', async () => {
  const home = assistantHome('cursor');
  const old = '/old/lib/node_modules/@fleet-cloud/cli/bin/run.js';
  const entry = { command: '/old/node', args: [old, 'mcp'], timeout: 300, env: { A: '1' } };
  home.write(JSON.stringify({ mcpServers: { fleet: entry } }, null, 2));
  const { stdout } = await home.mcp(['install', '--json']);
  expect(JSON.parse(stdout).state).toBe('updated');
  expect(entryIn(home)).toEqual({
    command: NODE,
    args: [ENTRY, 'mcp'],
    timeout: 300,
    env: { A: '1' },
  });
});

test.each([
  ['copilot', 'mcpServers', { type: 'local', tools: ['list_machines'] }],
  ['opencode', 'mcp', { type: 'local', enabled: false }],
] as const)(
  'what a person changed of the members that a new entry of %s gets stays, too',
  async (client, servers, members) => {
    const home = assistantHome(client);
    home.write('{}');
    await home.mcp(['install']);
    const document = JSON.parse(home.read());
    Object.assign(document[servers].fleet, members);
    home.write(JSON.stringify(document));
    await home.mcp(['install', '--read-only']);
    const { args, command, ...others } = JSON.parse(home.read())[servers].fleet;
    expect([args ?? command].flat()).toContain('--read-only');
    expect(others).toEqual(members);
  },
);

test('flags that a person gave our entry stay when it is brought up to date, and so does its profile', async () => {
  const home = assistantHome('codex');
  home.write('');
  await home.mcp(['install', '--profile', 'work']);
  home.write(home.read().replace('"mcp"', '"mcp", "--read-only", "--allow=list_*"'));
  const again = await home.mcp(['install', '--json']);
  expect(JSON.parse(again.stdout).state).toBe('unchanged');
  await home.mcp(['install', '--profile', 'home']);
  // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
  const { mcp_servers }: any = parseToml(home.read());
  expect(mcp_servers.fleet.args).toEqual([
    ENTRY,
    'mcp',
    '--profile',
    'home',
    '--read-only',
    '--allow=list_*',
  ]);
});

test('the entry of a clone is ours, and one of another program that is built alike is not', async () => {
  const home = assistantHome('cursor');
  const cloned = (folder: string, name: string): string => {
    mkdirSync(join(home.folder, folder));
    writeFileSync(join(home.folder, folder, 'package.json'), JSON.stringify({ name }));
    return join(home.folder, folder, 'bin/run.js');
  };
  const install = async (file: string) => {
    home.write(JSON.stringify({ mcpServers: { fleet: { command: NODE, args: [file, 'mcp'] } } }));
    return (await home.mcp(['install', '--json'])).code;
  };
  expect(await install(cloned('clone', '@fleet-cloud/cli'))).toBe(0);
  expect(await install(cloned('alike', 'other'))).toBe(11);
});

test('an entry of Claude Code for one folder, which goes first there, is told and examined', async () => {
  const home = assistantHome('claude-code');
  const wide = { command: NODE, args: [ENTRY, 'mcp', '--confirm', 'never'] };
  const ofFolder = { mcpServers: { fleet: wide } };
  home.write(JSON.stringify({ projects: { [home.folder]: ofFolder, '/gone': ofFolder } }));
  const told = `In ${home.folder} Claude Code has another entry fleet, which goes first there.\n`;
  expect((await home.mcp(['install', '--read-only'])).stderr).toContain(told);
  const { entries } = JSON.parse((await home.mcp(['doctor', '--json'])).stdout);
  expect(entries).toMatchObject([
    { name: 'fleet', folder: null, command: [NODE, ENTRY, 'mcp', '--read-only'] },
    { name: 'fleet', folder: home.folder, command: [NODE, ...wide.args] },
  ]);
  expect((await home.mcp(['uninstall'])).stderr).toContain(told);
});

test('variables that go before the profile, and those that do not count beside one that is named, are told', async () => {
  const home = assistantHome('cursor');
  home.write('{}');
  const url = 'https://work.example';
  const work = { base_url: url, origin: url, key_fingerprint: 'f', storage: 'file' };
  const env = { XDG_CONFIG_HOME: home.folder, FLEET_API_KEY: 'key-1' };
  mkdirSync(join(home.folder, 'fleet'));
  writeFileSync(
    join(home.folder, 'fleet', 'profiles.json'),
    JSON.stringify({ version: 1, profiles: { default: work, work } }),
  );
  const unnamed = await home.mcp(['install', '--name', 'mine'], { env });
  expect(unnamed.stderr).toContain(
    'It uses the profile default (https://work.example); FLEET_API_KEY of this terminal goes before it where the assistant hands it on; --profile default rules that out.',
  );
  const first = await home.mcp(['install', '--profile', 'work'], { env });
  expect(first.stderr).toContain(
    'It uses the profile work (https://work.example); FLEET_API_KEY of this terminal does not count beside it.',
  );
  const document = JSON.parse(home.read());
  document.mcpServers.fleet.env = { FLEET_BASE_URL: 'https://other.example', FLEET_API_KEY: 'k' };
  home.write(JSON.stringify(document));
  const again = await home.mcp(['install', '--profile', 'work', '--read-only'], { env });
  expect(again.stderr).toContain(
    `FLEET_BASE_URL, FLEET_API_KEY in ${home.file} do not count beside the profile work.`,
  );
});

test('who has not logged in is told so, once', async () => {
  const home = assistantHome('cursor');
  home.write('{}');
  const first = await home.mcp(['install']);
  expect(first.stderr).toContain('Nobody is logged in yet');
  expect(first.stderr).toContain('fleet auth login --base-url');
  expect((await home.mcp(['install'])).stderr).not.toContain('logged in');
});

test('a profile that cannot be one is refused and nothing is written', async () => {
  const home = assistantHome('cursor');
  home.write('{}');
  const { code, stderr } = await home.mcp(['install', '--profile', '../x', '--json']);
  expect([code, home.read()]).toEqual([2, '{}']);
  expect(JSON.parse(stderr).error.detail).toContain('"../x" is no name of a profile; allowed are ');
});

test('filters go into the entry, and a second run with others changes it and shows how', async () => {
  proves('BRIDGE-install-flags');
  const home = assistantHome('cursor');
  home.write('{}');
  await home.mcp(['install', '--read-only', '--allow', 'list_*', '--allow', 'get_*']);
  const first = [ENTRY, 'mcp', '--read-only', '--allow=list_*', '--allow=get_*'];
  expect(entryIn(home).args).toEqual(first);
  const words = ['install', '--allow=get_*', '--deny', 'get_job', '--confirm', 'always', '--json'];
  const { stdout, stderr } = await home.mcp(words);
  const second = [
    ENTRY,
    'mcp',
    '--allow=get_*',
    '--deny=get_job',
    '--confirm=always',
    '--read-only',
  ];
  expect(entryIn(home).args).toEqual(second);
  expect(JSON.parse(stdout)).toMatchObject({
    state: 'updated',
    change: { before: [NODE, ...first], after: [NODE, ...second] },
  });
  const quoted = (args: readonly string[]) => args.map((word) => JSON.stringify(word)).join(' ');
  expect(stderr).toContain(`- ${quoted([NODE, ...first])}\n+ ${quoted([NODE, ...second])}\n`);
  const wrong = await home.mcp(['install', '--confirm', 'maybe', '--json']);
  expect([wrong.code, JSON.parse(wrong.stderr).error.detail]).toEqual([
    2,
    '--confirm is "maybe"; allowed are auto, always, never.',
  ]);
  expect(entryIn(home).args).toEqual(second);
});

test('a dry run shows the entry as it would become, flags that nobody names this time included', async () => {
  proves('BRIDGE-install-flags');
  const home = assistantHome('cursor');
  home.write('{}');
  await home.mcp(['install', '--read-only']);
  const written = home.read();
  const kept = 'Kept from the entry: "--read-only"; only fleet mcp uninstall takes that out.\n';
  const same = await home.mcp(['install', '--print']);
  expect([JSON.parse(same.stdout), same.stderr]).toEqual([JSON.parse(written), kept]);
  const other = await home.mcp(['install', '--print', '--deny', 'get_job']);
  const args = [ENTRY, 'mcp', '--deny=get_job', '--read-only'];
  expect(JSON.parse(other.stdout).mcpServers.fleet.args).toEqual(args);
  expect(other.stderr).toBe(
    `- "${NODE}" "${ENTRY}" "mcp" "--read-only"\n+ "${NODE}" "${ENTRY}" "mcp" "--deny=get_job" "--read-only"\n${kept}`,
  );
  expect(home.read()).toBe(written);
  const done = await home.mcp(['install', '--json']);
  expect([JSON.parse(done.stdout).kept, home.read()]).toEqual([['--read-only'], written]);
  expect(done.stderr).toContain(kept);
});

test.each([
  ['_npx/3f2a', 'the cache of a package runner', 'npm install --global "$(npm pack --silent)"'],
  // Where npm installs into such a folder, the same once more would end here again.
  [
    'lib',
    'a folder for temporary files',
    'npm install --global --prefix ~/.local "$(npm pack --silent)"',
  ],
])('a program in %s gets no entry, and is told what to do', async (folder, place, advice) => {
  proves('BRIDGE-install-lasting');
  const home = assistantHome('cursor');
  home.write('{}');
  const root = join(home.folder, folder, 'node_modules/@fleet-cloud/cli');
  for (const part of ['bin', 'dist', 'package.json', 'oclif.manifest.json']) {
    cpSync(join(dirname(dirname(ENTRY)), part), join(root, part), { recursive: true });
  }
  const words = [join(root, 'bin/run.js'), 'mcp', 'install', '--client', 'cursor', '--json'];
  const env = { ...process.env, HOME: home.folder };
  const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
  const { error } = JSON.parse(stderr);
  expect([status, home.read()]).toEqual([2, '{}']);
  expect(error.detail).toContain(place);
  expect(error.advice).toContain(advice);
  const shown = spawnSync(process.execPath, [...words, '--print'], { env, encoding: 'utf8' });
  expect([shown.status, shown.stdout]).toEqual([0, expect.stringContaining(folder)]);
  expect(shown.stderr).toContain('The entry would not last: ');
});

test('a key that somebody put among the words of an entry is shown nowhere', async () => {
  proves('BRIDGE-install-flags');
  const home = assistantHome('cursor');
  const key = 'fleet_key_38canary0000_badc0de0000000000000000000000000000000000badc0de00';
  const args = [ENTRY, 'mcp', `--deny=${key}`, '--profile', key];
  home.write(JSON.stringify({ mcpServers: { fleet: { command: NODE, args } } }));
  const told = [
    await home.mcp(['doctor', '--json']),
    await home.mcp(['install', '--confirm', 'never', '--json']),
    await home.mcp(['install', '--deny', 'get_job', '--profile', 'x', '--json']),
  ];
  const texts = told.map(({ stderr, stdout }) => stdout + stderr);
  for (const text of texts) expect(text).not.toContain('badc0de');
  expect(texts.map((text) => text.includes('[key]'))).toEqual([true, true, true]);
});

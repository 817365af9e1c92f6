import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseToml } from '@decimalturn/toml-patch';
import { parse as parseJsonc } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { assistantHome } from '../../../support/assistants/assistant-home.ts';
import {
  CLIENT_NAMES,
  type ClientName,
  CONFIGURATIONS,
} from '../../../support/assistants/configurations.ts';
import { proves } from '../../../support/proves.ts';
import { FLEET_ENTRY } from '../../../support/run-fleet.ts';
import { beatsPeersAt } from '../peers/rows.ts';

proves(
  'UI-mcp-install',
  'BRIDGE-install-entry',
  'BRIDGE-install-careful',
  'BRIDGE-install-confirm',
);

const NODE = realpathSync(process.execPath);
const ENTRY = realpathSync(FLEET_ENTRY);

const WRITTEN: Readonly<Record<'jsonc' | 'toml', (servers: string) => string>> = {
  jsonc: (servers) =>
    `{\n  // mine\n  "theme": "dark",\n  "${servers}": {\n    "other": { "command": "x" }, // keep\n    // last\n  },\n}\n`,
  toml: (servers) =>
    `# mine\nbig = 9007199254740993\n\n[${servers}.other] # keep\ncommand = "x"\n\n# last\n[tui]\nbell = 1.0 \n`,
};

function formatOf(client: ClientName): 'jsonc' | 'toml' {
  return client === 'codex' ? 'toml' : 'jsonc';
}

function serversIn(client: ClientName, text: string) {
  const value = formatOf(client) === 'toml' ? parseToml(text) : parseJsonc(text);
  return value[CONFIGURATIONS[client].servers];
}

/** How a new entry starts a program: opencode has one list for it and its arguments, and lets nobody be asked. */
function startOf(client: ClientName, args: readonly string[]) {
  return client === 'opencode'
    ? { command: [NODE, ...args, '--confirm=always'] }
    : { command: NODE, args };
}

test.each(CLIENT_NAMES)('%s: install, again, uninstall', async (client) => {
  beatsPeersAt('arguments-split');
  const home = assistantHome(client);
  const { servers, members } = CONFIGURATIONS[client];
  const original = WRITTEN[formatOf(client)](servers);
  home.write(original);

  const first = await home.mcp(['install', '--profile', 'work', '--json']);
  expect(first.code, first.stderr).toBe(0);
  expect(first.stderr).toMatch(/^Restart .+ to load it/);
  const [backup] = home.backups();
  expect(JSON.parse(first.stdout)).toEqual({
    client,
    name: 'fleet',
    state: 'installed',
    file: home.file,
    backup: join(dirname(home.file), backup ?? ''),
  });
  expect(readFileSync(join(dirname(home.file), backup ?? ''), 'utf8')).toBe(original);
  const installed = home.read();
  expect(serversIn(client, installed)).toEqual({
    other: { command: 'x' },
    fleet: { ...members, ...startOf(client, [ENTRY, 'mcp', '--profile', 'work']) },
  });

  const second = await home.mcp(['install', '--profile', 'work', '--json']);
  expect(JSON.parse(second.stdout)).toMatchObject({ state: 'unchanged', backup: null });
  expect(second.stderr).toMatch(/nothing was written/);
  expect(home.read()).toBe(installed);
  expect(home.backups()).toHaveLength(1);

  const gone = await home.mcp(['uninstall', '--json']);
  expect(JSON.parse(gone.stdout)).toMatchObject({ client, state: 'removed' });
  expect(home.read()).toBe(original);
  const again = await home.mcp(['uninstall', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ state: 'unchanged', backup: null });
  expect(again.code).toBe(0);
});

test('what the person says of questions counts for opencode, and stays', async () => {
  const home = assistantHome('opencode');
  const words = [['--confirm', 'auto', '--create'], ['--read-only']];
  for (const each of words) expect((await home.mcp(['install', ...each])).code).toBe(0);
  const command = [NODE, ENTRY, 'mcp', '--read-only', '--confirm=auto'];
  expect(serversIn('opencode', home.read())).toHaveProperty('fleet.command', command);
});

test('an assistant that is not here is named and nothing is written; --create writes', async () => {
  const home = assistantHome('cursor');
  const refused = await home.mcp(['install', '--json']);
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.stderr).error.detail).toContain(home.file);
  expect(existsSync(dirname(home.file))).toBe(false);
  expect((await home.mcp(['install', '--create'])).code).toBe(0);
  expect(serversIn('cursor', home.read())).toHaveProperty('fleet.command', NODE);
  expect(statSync(home.file).mode & 0o777).toBe(0o600);
});

test('--print shows the entry and writes nothing, here or not', async () => {
  const home = assistantHome('codex');
  const { code, stdout } = await home.mcp(['install', '--print', '--name', 'fleet-2']);
  expect(code).toBe(0);
  expect(stdout).toBe(`[mcp_servers.fleet-2]\ncommand = "${NODE}"\nargs = ["${ENTRY}", "mcp"]\n`);
  expect(existsSync(dirname(home.file))).toBe(false);
});

test.each([
  ['cursor', '{\n  "mcpServers": {\n    "a" 1\n  }\n}\n', 'line 3, column 9'],
  ['codex', 'a = 1\nb = = 2\n', 'line 2, column 5'],
] as const)(
  '%s: a broken file is refused, untouched, with the place',
  async (client, text, place) => {
    const home = assistantHome(client);
    home.write(text);
    for (const word of ['install', 'uninstall']) {
      const { code, stderr } = await home.mcp([word, '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stderr).error).toMatchObject({
        code: 'configuration_broken',
        file: home.file,
      });
      expect(JSON.parse(stderr).error.detail).toContain(place);
    }
    expect(home.read()).toBe(text);
    expect(home.backups()).toEqual([]);
  },
);

test.each(['[]', '{"mcpServers": []}', '"text"'])('%s is refused, untouched', async (text) => {
  const home = assistantHome('cursor');
  home.write(text);
  expect((await home.mcp(['install'])).code).toBe(1);
  expect(home.read()).toBe(text);
});

test('servers that are null count as none', async () => {
  const home = assistantHome('cursor');
  home.write('{\n  // mine\n  "mcpServers": null, // keep\n  "x": 1\n}\n');
  const run = await home.mcp(['install', '--json']);
  expect(run.code, run.stderr).toBe(0);
  const text = home.read();
  expect(serversIn('cursor', text)['fleet']).toMatchObject({ command: NODE });
  expect(text).toContain('// mine\n  "mcpServers": {\n    "fleet": {');
  expect(text).toMatch(/\n {2}\}, \/\/ keep\n {2}"x": 1\n\}\n$/);
});

test('text that is not UTF-8 is refused, untouched', async () => {
  const home = assistantHome('cursor');
  home.write(Uint8Array.of(0x7b, 0xff, 0x7d));
  expect((await home.mcp(['install'])).code).toBe(1);
  expect([...readFileSync(home.file)]).toEqual([0x7b, 0xff, 0x7d]);
});

test("an entry of somebody else's is replaced with --overwrite only, and never removed", async () => {
  const home = assistantHome('gemini');
  const foreign =
    '{"mcpServers": {"fleet": {"command": "docker", "args": ["run", "fleet"]}, "b": {}}}';
  home.write(foreign);
  for (const word of ['install', 'uninstall']) {
    const refused = await home.mcp([word, '--json']);
    expect(refused.code).toBe(11);
    expect(JSON.parse(refused.stderr).error.code).toBe('entry_exists');
    expect(home.read()).toBe(foreign);
  }
  expect((await home.mcp(['install', '--overwrite'])).code).toBe(0);
  expect(serversIn('gemini', home.read())).toEqual({
    b: {},
    fleet: { command: NODE, args: [ENTRY, 'mcp'] },
  });
});

test('mode and link stay; three backups are kept', async () => {
  const home = assistantHome('cursor');
  home.write('{}');
  const real = join(home.folder, 'dotfiles-mcp.json');
  renameSync(home.file, real);
  symlinkSync(real, home.file);
  chmodSync(real, 0o640);
  for (const profile of ['a', 'b', 'c', 'd', 'e']) {
    expect((await home.mcp(['install', '--profile', profile])).code).toBe(0);
  }
  expect(lstatSync(home.file).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(serversIn('cursor', readFileSync(real, 'utf8')).fleet.args).toContain('e');
  const backups = home.backups();
  expect(backups).toHaveLength(3);
  for (const name of backups) {
    expect(statSync(join(dirname(home.file), name)).mode & 0o777).toBe(0o640);
  }
  const newest = readFileSync(join(dirname(home.file), backups.at(-1) ?? ''), 'utf8');
  expect(serversIn('cursor', newest).fleet.args).toContain('d');
});

test('byte order mark and CRLF stay', async () => {
  const home = assistantHome('vscode');
  const original = '\uFEFF{\r\n\t"servers": {\r\n\t\t"x": {} // y\r\n\t}\r\n}\r\n';
  home.write(original);
  await home.mcp(['install']);
  const text = home.read();
  expect(
    text.startsWith('\uFEFF{\r\n\t"servers": {\r\n\t\t"x": {}, // y\r\n\t\t"fleet": {\r\n'),
  ).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  await home.mcp(['uninstall']);
  expect(home.read()).toBe(original);
});

test('the profile of this terminal goes into the entry, the key does not', async () => {
  beatsPeersAt('key-on-command-line');
  const home = assistantHome('cursor');
  home.write('{}');
  const env = { FLEET_PROFILE: 'work', FLEET_API_KEY: 'flt_secret' };
  const { code, stdout, stderr } = await home.mcp(['install'], { env });
  expect(code).toBe(0);
  expect(serversIn('cursor', home.read()).fleet).toEqual({
    command: NODE,
    args: [ENTRY, 'mcp', '--profile', 'work'],
  });
  expect(stdout + stderr + home.read()).not.toContain('flt_secret');
  expect(stderr).toContain(
    'There is no profile work yet: fleet auth login --base-url https://… --profile work',
  );
});

test('a wrong assistant or name is refused by its flag', async () => {
  const home = assistantHome('cursor');
  const name = await home.mcp(['install', '--name', 'a b', '--json']);
  expect(name.code).toBe(2);
  expect(JSON.parse(name.stderr).error.detail).toContain('--name is "a b"');
});

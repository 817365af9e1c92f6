import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assistantHome } from '../../../support/assistants/assistant-home.ts';
import { scriptedBridge } from '../../../support/assistants/scripted-bridge.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

/** Puts the file `<profiles>.next` in the place of the profiles as soon as those have been opened. */
const REPLACED_WHEN_READ = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs';
  const { existsSync, openSync, renameSync } = fs;
  fs.openSync = (path, ...how) => {
    const file = openSync(path, ...how);
    const isRead = String(path).endsWith('profiles.json') && existsSync(path + '.next');
    if (isRead) renameSync(path + '.next', path);
    return file;
  };
`)}`;

const OF_MACHINE = { type: 'object', properties: { machine: { type: 'string' } } };

type Profiles = Readonly<Record<string, unknown>>;

/** A person with two profiles, who uses the first, and what somebody does to them while a command runs. */
async function twoProfiles() {
  const config = join(mkdtempSync(join(tmpdir(), 'fleet-switched-')), 'config');
  const env = { FLEET_CONFIG_DIR: config, FLEET_CACHE_DIR: join(config, 'cache') };
  const start = async (name: string) => {
    const machines = [{ id: `mac_of_${name}`, name: 'mini', status: 'online' }];
    const service = await startScriptedService({
      tools: [{ name: 'brew_tea', class: 'read', input_schema: OF_MACHINE }],
      answer: () => ({ body: { machines, scope: 'fleet:read' } }),
    });
    onTestFinished(() => service.stop());
    const login = ['auth', 'login', '--profile', name, '--base-url', service.baseUrl];
    const args = [...login, '--store', 'file', '--key-stdin'];
    expect((await runFleet(args, { env, stdin: `fleet_${name}` })).code).toBe(0);
    return service;
  };
  const [first, second] = [await start('first'), await start('second')];
  expect((await runFleet(['auth', 'switch', 'first'], { env })).code).toBe(0);
  const before = [first.requests.length, second.requests.length];
  const path = join(config, 'profiles.json');
  const profiles = JSON.parse(readFileSync(path, 'utf8'));
  return {
    env: { ...env, NODE_OPTIONS: REPLACED_WHEN_READ },
    first,
    meanwhile(change: (profiles: Profiles) => Profiles) {
      const next = { ...profiles, chosen: 'second', profiles: change(profiles.profiles) };
      writeFileSync(`${path}.next`, JSON.stringify(next));
    },
    /** The keys that each of the services got since. */
    keys: () =>
      [first, second].map(({ requests }, index) => [
        ...new Set(requests.slice(before[index]).map(({ headers }) => headers['authorization'])),
      ]),
  };
}

const FIRST_ALONE = [['Bearer fleet_first'], []];

test.each([[['doctor']], [['api', 'GET', '/api/v1/me']], [['cloud', 'refresh']]])(
  'another profile is chosen while %j runs: one key goes to its own service alone',
  async (args) => {
    proves('UI-keys-origin', 'UI-keys-one-service');
    const { env, keys, meanwhile } = await twoProfiles();
    meanwhile((profiles) => profiles);
    const { code, stdout } = await runFleet([...args, '-o', 'json'], { env });
    expect({ code, keys: keys() }, stdout).toEqual({ code: 0, keys: FIRST_ALONE });
  },
);

test.each([
  ['cloud', 'brew-tea', '--dry-run'],
  ['each', '--machine', '*', '--dry-run', '--', 'brew-tea'],
])(
  'another profile is chosen while %j %j %j … runs: the request shown is of one service',
  async (...args) => {
    proves('UI-keys-one-service');
    const { env, first, keys, meanwhile } = await twoProfiles();
    meanwhile((profiles) => profiles);
    const { code, stdout } = await runFleet(args, { env: { ...env, FLEET_OUTPUT: 'json' } });
    const shown = JSON.parse(stdout);
    const [{ url }] = shown.requests ?? [shown];
    expect([code, url, keys()]).toEqual([0, `${first.baseUrl}/api/v1/tools/brew_tea`, FIRST_ALONE]);
  },
);

test('mcp install tells of the profile that is used what is known of that', async () => {
  proves('UI-keys-one-service');
  const { env, meanwhile } = await twoProfiles();
  const home = assistantHome('cursor');
  meanwhile(({ second }) => ({ second }));
  const { code, stderr } = await home.mcp(['install', '--create'], { env });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('no profile')]);
});

test('auth status tells the profile that is used among those that there are', async () => {
  proves('UI-keys-one-service');
  const { env, meanwhile } = await twoProfiles();
  meanwhile(({ second }) => ({ second }));
  const { profile, profiles } = JSON.parse((await runFleet(['auth', 'status'], { env })).stdout);
  const names = profiles.map(({ name }: { readonly name: string }) => name);
  expect([profile, names]).toEqual(['first', ['first', 'second']]);
});

test('mcp doctor asks the service that it tells', async () => {
  proves('UI-keys-one-service', 'BRIDGE-doctor');
  const { env, first, keys, meanwhile } = await twoProfiles();
  const home = assistantHome('cursor');
  const own = { FLEET_CONFIG_DIR: env.FLEET_CONFIG_DIR };
  const fleet = { ...scriptedBridge(home.folder, 'answers'), env: own };
  home.write(JSON.stringify({ mcpServers: { fleet } }));
  meanwhile((profiles) => profiles);
  const { stdout } = await home.mcp(['doctor', '--json'], { env });
  const [entry] = JSON.parse(stdout).entries;
  expect([entry.server, entry.state, keys()]).toEqual([first.baseUrl, 'ready', FIRST_ALONE]);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assistantHome } from '../../support/assistants/assistant-home.ts';
import { FLEET_ENTRY, runFleet } from '../../support/run-fleet.ts';
import { sendProblem, startScriptedMcpServer } from '../../support/scripted-mcp-server.ts';
import { saveProfile } from '../../support/silent-keychain.ts';
import { initialize, newHome, startBridge } from '../../support/start-bridge.ts';
import { startTestServer } from '../../support/test-server.ts';

test('a bridge that names a profile uses its service and key, whatever the terminal of the assistant has', async () => {
  const [own, other] = [await startScriptedMcpServer(), await startScriptedMcpServer()];
  const home = newHome();
  const folder = join(home, 'config');
  saveProfile(folder, { baseUrl: own.baseUrl, storage: 'file' });
  mkdirSync(join(folder, 'keys'), { mode: 0o700 });
  writeFileSync(join(folder, 'keys/default'), 'key-of-assistant\n');
  const file = join(home, 'key');
  writeFileSync(file, 'key-of-script\n');
  const call = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const before = own.arrived.length;
    const bridge = startBridge({ args, env, home });
    await initialize(bridge);
    await bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
    return own.arrived.slice(before).map(({ headers }) => headers.authorization);
  };
  const named = ['--profile', 'default'];
  for (const variables of [
    { FLEET_API_KEY: 'key-of-script' },
    { FLEET_API_KEY_FILE: file },
    { FLEET_API_KEY: 'key-of-script', FLEET_BASE_URL: other.baseUrl },
    { FLEET_BASE_URL: other.baseUrl },
  ]) {
    const keys = await call(named, variables);
    expect(new Set(keys)).toEqual(new Set(['Bearer key-of-assistant']));
  }
  expect(other.arrived).toEqual([]);
  const keys = await call([], { FLEET_API_KEY: 'key-of-script' });
  expect(new Set(keys)).toEqual(new Set(['Bearer key-of-script']));
});

test('doctor looks at an entry that names a profile with the service and the key of that profile', async () => {
  const server = await startTestServer();
  const home = assistantHome('cursor');
  const none = { FLEET_CONFIG_DIR: undefined, FLEET_CACHE_DIR: undefined };
  const env = { ...none, FLEET_STATE_DIR: undefined, HOME: home.folder };
  const stored = ['--profile', 'assistant', '--store', 'file', '--key-stdin'];
  const login = ['auth', 'login', '--base-url', server.baseUrl, ...stored];
  expect((await runFleet(login, { env, stdin: server.keys.read })).code).toBe(0);
  const fleet = {
    command: process.execPath,
    args: [FLEET_ENTRY, 'mcp', '--profile', 'assistant'],
    env: { FLEET_BASE_URL: 'http://127.0.0.1:1', FLEET_API_KEY: 'key-of-script' },
  };
  home.write(JSON.stringify({ mcpServers: { fleet } }));
  const { code, stdout } = await home.mcp(['doctor', '--json']);
  const [entry] = JSON.parse(stdout).entries;
  expect(entry).toMatchObject({ state: 'ready', server: server.baseUrl, key: 'file' });
  expect(code).toBe(0);
});

test('the question about a call names no profile whose key is not used', async () => {
  const upstream = await startScriptedMcpServer();
  const home = newHome();
  saveProfile(join(home, 'config'), { baseUrl: upstream.baseUrl, storage: 'file' });
  const env = { FLEET_PROFILE: 'default', FLEET_API_KEY: 'key-of-script' };
  const bridge = startBridge({ env, home });
  await initialize(bridge, { elicitation: {} });
  await bridge.ask('tools/list');
  void bridge.ask('tools/call', { name: 'end_thing', arguments: {} });
  const { params } = await bridge.frame(({ method }) => method === 'elicitation/create');
  expect(params.message).toContain(` at ${upstream.baseUrl} with {}`);
});

test('the login that a refused key needs is told with the profile of the bridge', async () => {
  const upstream = await startScriptedMcpServer();
  const home = newHome();
  const folder = join(home, 'config');
  saveProfile(folder, { baseUrl: upstream.baseUrl, storage: 'file' });
  mkdirSync(join(folder, 'keys'), { mode: 0o700 });
  writeFileSync(join(folder, 'keys/default'), 'key-of-assistant\n');
  upstream.gate = (_request, response) => {
    sendProblem(response, 401, 'invalid_key');
    return true;
  };
  const bridge = startBridge({ args: ['--profile', 'default'], env: {}, home });
  await initialize(bridge);
  const { result } = await bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
  expect(result.structuredContent.advice).toContain('`fleet auth login --profile default`');
});

test('what a person is told to type names the profile of the bridge, also where another one is chosen by then', async () => {
  const server = await startTestServer();
  const home = newHome();
  const env = { FLEET_CONFIG_DIR: join(home, 'config') };
  for (const name of ['default', 'work']) {
    const stored = ['--profile', name, '--store', 'file', '--key-stdin'];
    const login = ['auth', 'login', '--base-url', server.baseUrl, ...stored];
    expect((await runFleet(login, { env, stdin: server.keys.admin })).code).toBe(0);
  }
  const choose = (name: string) => runFleet(['auth', 'switch', name], { env });
  expect((await choose('work')).code).toBe(0);
  const bridge = startBridge({ args: ['--confirm', 'always'], env: {}, home });
  await initialize(bridge);
  await bridge.ask('tools/list');
  expect((await choose('default')).code).toBe(0);
  const call = { name: 'disconnect_machine', arguments: { machine: 'build-01' } };
  const { result } = await bridge.ask('tools/call', call);
  expect(result.structuredContent.advice).toContain(
    '`fleet cloud disconnect-machine --profile work`',
  );
});

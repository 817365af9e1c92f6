import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedMcpServer } from '../../../support/scripted-mcp-server.ts';
import { saveKeychainProfile } from '../../../support/silent-keychain.ts';
import { initialize, newHome, startBridge } from '../../../support/start-bridge.ts';
import { startTestServer } from '../../../support/test-server.ts';
import { beatsPeersAt } from './rows.ts';

const OURS = ['FLEET_CONFIG_DIR', 'FLEET_CACHE_DIR', 'FLEET_STATE_DIR'];

/** HOME and PATH, and nothing else of this process or of ours. */
function bareEnvironment(home: string): Readonly<Record<string, string | undefined>> {
  const others = [...Object.keys(process.env), ...OURS].map((name) => [name, undefined]);
  return { ...Object.fromEntries(others), HOME: home, PATH: process.env['PATH'] };
}

/** A home with a profile whose key is in the keychain. */
async function homeWithKeychain() {
  const upstream = await startScriptedMcpServer();
  const home = newHome();
  const folder = join(home, 'config');
  saveKeychainProfile(folder, upstream.baseUrl);
  return { home, upstream, env: { ...bareEnvironment(home), FLEET_CONFIG_DIR: folder } };
}

test('with HOME and PATH alone the bridge finds the profile and the key that a login left in a file', async () => {
  beatsPeersAt('bare-environment');
  const server = await startTestServer();
  const home = newHome();
  const env = bareEnvironment(home);
  const login = ['auth', 'login', '--base-url', server.baseUrl, '--key-stdin', '--store', 'file'];
  expect((await runFleet(login, { env, stdin: server.keys.read })).code).toBe(0);
  const bridge = startBridge({ env, home });
  await initialize(bridge);
  const { result } = await bridge.ask('tools/call', { name: 'list_machines', arguments: {} });
  expect(result.structuredContent).toMatchObject({ machines: [{ name: 'build-01' }] });
});

test('a key in a keychain that is not there: each call says what a person does, and the bridge stays', async ({
  skip,
}) => {
  beatsPeersAt('keychain-out-of-reach');
  skip(process.platform !== 'linux', 'elsewhere every process of the person reaches the keychain');
  const { env, home, upstream } = await homeWithKeychain();
  const bridge = startBridge({ env, home });
  await initialize(bridge);
  expect((await bridge.ask('tools/list')).result.tools.length).toBeGreaterThan(10);
  for (let n = 0; n < 2; n += 1) {
    const { result } = await bridge.ask('tools/call', { name: 'list_machines', arguments: {} });
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 'no_keychain' } });
    expect(result.content[0].text).toContain('fleet auth login --store file');
  }
  expect((await bridge.ask('ping')).result).toEqual({});
  expect(upstream.arrived).toEqual([]);
});

import { expect, test } from 'vitest';
import { runFleet } from '../../../support/run-fleet.ts';
import { bridgeEnvironment, newHome } from '../../../support/start-bridge.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('what install writes starts the bridge, with the key of the profile and nothing else', async () => {
  const server = await startTestServer();
  const home = newHome();
  const env = bridgeEnvironment({ XDG_CONFIG_HOME: undefined }, home);
  // An assistant hands on HOME and not our variables, so that the folders are those of HOME.
  const own = {
    ...env,
    FLEET_CONFIG_DIR: undefined,
    FLEET_CACHE_DIR: undefined,
    FLEET_STATE_DIR: undefined,
  };
  const fleet = (args: readonly string[], stdin?: string) =>
    runFleet(args, { env: own, ...(stdin === undefined ? {} : { stdin }) });
  const login = ['auth', 'login', '--base-url', server.baseUrl, '--key-stdin', '--store', 'file'];
  expect((await fleet(login, server.keys.read)).code).toBe(0);
  const installed = await fleet(['mcp', 'install', '--client', 'cursor', '--create']);
  expect([installed.code, installed.stdout.includes(server.keys.read)]).toEqual([0, false]);
  const looked = await fleet(['mcp', 'doctor', '--client', 'cursor', '--json']);
  expect(looked.code).toBe(0);
  expect(JSON.stringify(JSON.parse(looked.stdout))).toMatch(/"state":"ready"/);
  expect(looked.stdout).toContain(server.baseUrl);
  const listed = await server.call('/api/v1/tools', { scope: 'read' });
  const readable = listed.body.tools.filter(({ allowed }: { allowed: boolean }) => allowed).length;
  const told = JSON.parse(looked.stdout);
  const rows = Object.values(told).find(Array.isArray) as readonly { tools: unknown }[];
  const { tools } = rows[0] ?? {};
  expect(Array.isArray(tools) ? tools.length : tools).toBe(readable);
}, 60_000);

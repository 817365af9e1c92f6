import { expect, test } from 'vitest';
import { connectInProcess } from '../../../support/bridge/in-process.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import {
  type ScriptedMcpServer,
  startScriptedMcpServer,
} from '../../../support/scripted-mcp-server.ts';
import { type Frame, initialize, newHome, startBridge } from '../../../support/start-bridge.ts';
import { beatsPeersAt } from './rows.ts';

const namesOf = (frame: Frame): readonly string[] =>
  frame.result.tools.map(({ name }: { name: string }) => name);

const reach = ({ baseUrl }: ScriptedMcpServer) => ({
  FLEET_BASE_URL: baseUrl,
  FLEET_API_KEY: 'key-1',
});

const portOf = ({ baseUrl }: ScriptedMcpServer): number => Number(new URL(baseUrl).port);

/** A home in which a bridge has kept the list of a service that is down now. */
async function afterServiceWentDown() {
  const home = newHome();
  const upstream = await startScriptedMcpServer();
  const before = startBridge({ env: reach(upstream), home });
  await initialize(before);
  await before.ask('tools/list');
  before.process.stdin.end();
  await before.ended();
  await upstream.stop();
  return { home, upstream };
}

test('a server that is down at the start: the bridge is up, answers initialize and lists what it last had', async () => {
  beatsPeersAt('server-down-at-start');
  const { home, upstream } = await afterServiceWentDown();
  const bridge = startBridge({ env: reach(upstream), home });
  expect((await initialize(bridge)).result.serverInfo.name).toBe('fleet');
  expect(namesOf(await bridge.ask('tools/list'))).toEqual(['get_thing', 'do_thing', 'end_thing']);
  expect((await bridge.ask('ping')).result).toEqual({});
  expect(bridge.stderr()).toBe('');
  bridge.process.stdin.end();
  await bridge.ended();
  expect(bridge.process.exitCode).toBe(0);
});

test('a server that comes up after the bridge is found without a new start, and its tools are told', async () => {
  beatsPeersAt('server-up-later');
  const { home, upstream } = await afterServiceWentDown();
  const bridge = startBridge({ env: reach(upstream), home });
  await initialize(bridge);
  await bridge.ask('tools/list');
  const call = bridge.ask('tools/call', { name: 'get_thing', arguments: {} });
  const later = await startScriptedMcpServer(portOf(upstream));
  later.tools = later.tools.slice(0, 2);
  expect((await call).result.structuredContent).toMatchObject({ fine: true });
  await bridge.frame(({ method }) => method === 'notifications/tools/list_changed');
  expect(namesOf(await bridge.ask('tools/list'))).toEqual(['get_thing', 'do_thing']);
});

test('a server that comes up half an hour later is found all the same', async () => {
  beatsPeersAt('server-up-later');
  const upstream = await startScriptedMcpServer();
  await upstream.stop();
  const clock = createFakeClock();
  let changes = 0;
  let tries = 0;
  const { tools } = connectInProcess({
    baseUrl: upstream.baseUrl,
    clock,
    onChange: () => {
      changes += 1;
    },
    onTry: () => {
      tries += 1;
    },
  });
  const given = tools.all();
  const later = (): void => clock.advance(30_000);
  await expect
    .poll(() => {
      later();
      return tries;
    })
    .toBeGreaterThan(10);
  expect((await given).length).toBeGreaterThan(10);
  await startScriptedMcpServer(portOf(upstream));
  await expect
    .poll(() => {
      later();
      return changes;
    })
    .toBe(1);
  expect(await tools.all()).toHaveLength(3);
  tools.stop();
});

test('nothing is sent before the assistant asks for something, then one POST for each call on one connection', async () => {
  beatsPeersAt('calls-before-the-first');
  const upstream = await startScriptedMcpServer();
  const bridge = startBridge({ env: reach(upstream) });
  await initialize(bridge);
  await bridge.ask('ping');
  expect([upstream.arrived.length, await upstream.connections()]).toEqual([0, 0]);
  await bridge.ask('tools/list');
  for (const name of ['get_thing', 'do_thing', 'get_thing']) {
    await bridge.ask('tools/call', { name, arguments: {} });
  }
  const sent = upstream.arrived.map(({ message, route }) => `${route} ${message.method}`);
  const call = 'POST /api/mcp tools/call';
  expect(sent).toEqual(['POST /api/mcp tools/list', call, call, call]);
  expect(await upstream.connections()).toBe(1);
});

test('of three bridges the first is killed in the middle of its start: the others list and call', async () => {
  beatsPeersAt('first-of-several-killed');
  const upstream = await startScriptedMcpServer();
  const home = newHome();
  const start = () => startBridge({ env: reach(upstream), home });
  const [first, ...others] = [start(), start(), start()];
  upstream.holdLists(true);
  await initialize(first);
  void first.ask('tools/list');
  await expect.poll(() => upstream.arrived.length).toBeGreaterThan(0);
  upstream.holdLists(false);
  first.process.kill('SIGKILL');
  for (const bridge of others) {
    await initialize(bridge);
    expect(namesOf(await bridge.ask('tools/list'))).toHaveLength(3);
    const { result } = await bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
    expect(result.structuredContent).toMatchObject({ fine: true });
  }
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import {
  type InitializedBridge,
  startInitializedBridge,
} from '../../../support/bridge/initialized-bridge.ts';
import { isAlive } from '../../../support/processes.ts';
import { FLEET_ENTRY } from '../../../support/run-fleet.ts';
import {
  answerCall,
  type ScriptedMcpServer,
  sendJson,
  startScriptedMcpServer,
} from '../../../support/scripted-mcp-server.ts';
import { bridgeEnvironment, newHome, type TestBridge } from '../../../support/start-bridge.ts';
import { beatsPeersAt } from './rows.ts';

const reach = ({ baseUrl }: ScriptedMcpServer) => ({
  FLEET_BASE_URL: baseUrl,
  FLEET_API_KEY: 'key-1',
});

/** A call that the service has and does not answer. */
async function callInFlight({ bridge, upstream }: InitializedBridge) {
  upstream.answer = () => {};
  void bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
  await expect.poll(() => upstream.callsOf('do_thing').length).toBe(1);
}

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

/** Watches a process to its end; gives the processor time that it took meanwhile, where known. */
async function cpuMsToItsEnd(pid: number): Promise<number> {
  const first = cpuMs(pid);
  let last = first;
  await expect
    .poll(
      () => {
        const isThere = isAlive(String(pid));
        if (isThere) last = Math.max(last, cpuMs(pid));
        return isThere;
      },
      { interval: 20 },
    )
    .toBe(false);
  return last - first;
}

function cpuMs(pid: number): number {
  if (process.platform !== 'linux') return 0;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

test('an assistant that closes stdin gets its last answers, and exit code 0', async () => {
  beatsPeersAt('stdin-ends');
  const { bridge } = await startInitializedBridge();
  const calls = ['get_thing', 'do_thing'].map((name) =>
    bridge.ask('tools/call', { name, arguments: {} }),
  );
  bridge.process.stdin.end();
  for (const { result } of await Promise.all(calls)) {
    expect(result.structuredContent).toMatchObject({ fine: true });
  }
  await bridge.ended();
  expect([bridge.process.exitCode, bridge.stderr()]).toEqual([0, '']);
});

const ENDS: readonly [string, (bridge: TestBridge) => void][] = [
  ['stdin is closed', (bridge) => void bridge.process.stdin.end()],
  ['SIGTERM comes', (bridge) => void bridge.process.kill('SIGTERM')],
  ['SIGHUP comes', (bridge) => void bridge.process.kill('SIGHUP')],
  [
    'nobody reads its stdout any more',
    (bridge) => {
      bridge.process.stdout.destroy();
      bridge.notify('notifications/initialized');
      void bridge.ask('ping');
    },
  ],
];

/** A second; on a busy computer the half of it that the bridge waits for answers, and five starts of a bare Node. */
async function secondMs(): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return Math.max(1000, 500 + 5 * (performance.now() - startedAt));
}

test.each(ENDS)('it is gone within a second when %s, with a call in flight', async (_how, act) => {
  beatsPeersAt('orphans');
  const opened = await startInitializedBridge();
  const { bridge } = opened;
  await callInFlight(opened);
  const second = await secondMs();
  const watched = cpuMsToItsEnd(bridge.process.pid ?? 0);
  act(bridge);
  expect(await bridge.ended()).toBeLessThan(second);
  expect([bridge.process.exitCode, bridge.stderr()]).toEqual([0, '']);
  expect(await watched).toBeLessThan(500);
});

test('it is gone all the same when stdin is closed by who has never read', async () => {
  beatsPeersAt('orphans');
  const upstream = await startScriptedMcpServer();
  let isAnswered = false;
  upstream.answer = ({ message }, response) => {
    const result = { content: [{ type: 'text', text: 'x'.repeat(4_000_000) }] };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
    response.on('finish', () => {
      isAnswered = true;
    });
  };
  const env = bridgeEnvironment(reach(upstream), newHome());
  const child = spawn(process.execPath, [FLEET_ENTRY, 'mcp'], { env, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.write(line({ id: 1, method: 'tools/call', params: { name: 'get_thing' } }));
  await expect.poll(() => isAnswered).toBe(true);
  const params = { text: 'x'.repeat(10_000) };
  for (let n = 0; n < 50; n += 1) child.stdin.write(line({ method: 'odd', params }));
  child.stdin.end();
  expect(await cpuMsToItsEnd(child.pid ?? 0)).toBeLessThan(500);
});

test('it is gone within a second when its parent died, with its stdin open and a call in flight', async () => {
  beatsPeersAt('orphans');
  const upstream = await startScriptedMcpServer();
  upstream.answer = () => {};
  const script =
    "const c = require('node:child_process').spawn(process.execPath, [process.argv[1], 'mcp'], " +
    "{ stdio: [4, 'inherit', 'inherit'] }); process.send(c.pid); setInterval(() => {}, 1000);";
  // Node closes the stdin of a child that has died, and no other pipe to it.
  const parent = spawn(process.execPath, ['-e', script, FLEET_ENTRY], {
    env: bridgeEnvironment(reach(upstream), newHome()),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc', 'pipe'],
  });
  const [pid] = (await once(parent, 'message')) as [number];
  const stdin = parent.stdio[4] as Writable;
  onTestFinished(() => void stdin.destroy());
  stdin.write(line({ id: 1, method: 'tools/call', params: { name: 'get_thing' } }));
  await expect.poll(() => upstream.callsOf('get_thing').length).toBe(1);
  const second = await secondMs();
  const watched = cpuMsToItsEnd(pid);
  const killedAt = performance.now();
  parent.kill('SIGKILL');
  expect(await watched).toBeLessThan(500);
  expect(performance.now() - killedAt).toBeLessThan(second);
});

test('answers for which nobody waits any more: cancelled, or after the end, they end nothing', async () => {
  beatsPeersAt('late-send');
  const opened = await startInitializedBridge();
  const { bridge, upstream } = opened;
  const held: (() => void)[] = [];
  upstream.answer = (seen, response) => void held.push(() => answerCall(seen, response));
  for (let n = 0; n < 40; n += 1) {
    void bridge.ask('tools/call', { name: 'get_thing', arguments: {} }, n);
  }
  await expect.poll(() => held.length).toBe(40);
  for (const [n, answer] of held.entries()) {
    answer();
    if (n < 30) bridge.notify('notifications/cancelled', { requestId: n });
  }
  expect((await bridge.ask('ping')).result).toEqual({});
  await callInFlight(opened);
  const waiting = upstream.callsOf('do_thing')[0];
  bridge.process.stdin.end();
  bridge.process.stdout.destroy();
  await expect.poll(() => waiting?.hungUp()).toBe(true);
  await bridge.ended();
  expect([bridge.process.exitCode, bridge.stderr()]).toEqual([0, '']);
});

test('who closes stderr keeps the bridge, with its log too', async () => {
  const { bridge } = await startInitializedBridge({ args: ['--verbose'] });
  bridge.process.stderr.destroy();
  for (let n = 0; n < 3; n += 1) {
    const { result } = await bridge.ask('tools/call', { name: 'get_thing', arguments: {} });
    expect(result.structuredContent).toMatchObject({ fine: true });
  }
});

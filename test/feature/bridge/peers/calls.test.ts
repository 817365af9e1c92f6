import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../../support/bridge/initialized-bridge.ts';
import {
  answerCall,
  sendJson,
  startScriptedMcpServer,
} from '../../../support/scripted-mcp-server.ts';
import { beatsPeersAt } from './rows.ts';

const LARGE = 'x'.repeat(4_000_000);
const AT_ONCE = 64;

async function open() {
  const started = await startInitializedBridge();
  await started.bridge.ask('tools/list');
  return started;
}

test('a server that is started again: a read on its way is asked again, and calls after it go through', async () => {
  beatsPeersAt('server-restart');
  const { bridge, call, upstream } = await open();
  upstream.answer = () => {};
  const read = call('get_thing');
  await expect.poll(() => upstream.callsOf('get_thing').length).toBe(1);
  await upstream.stop();
  const again = await startScriptedMcpServer(Number(new URL(upstream.baseUrl).port));
  expect((await read).result.structuredContent).toMatchObject({ fine: true });
  for (const name of ['do_thing', 'get_thing', 'do_thing']) {
    expect((await call(name)).result.structuredContent).toMatchObject({ fine: true });
  }
  expect(again.callsOf('do_thing')).toHaveLength(2);
  expect((await bridge.ask('tools/list')).result.tools).toHaveLength(3);
});

/** The memory that a process has now; 0 where that is not to be known. */
function memoryBytes(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

test('an assistant that stops reading holds the service back, and gets every answer when it reads on', async () => {
  beatsPeersAt('reader-stops');
  const { bridge, call, upstream } = await open();
  let written = 0;
  upstream.answer = ({ message }, response) => {
    if (message.params.name === 'do_thing') return;
    response.on('finish', () => {
      written += 1;
    });
    const result = { content: [{ type: 'text', text: LARGE }] };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  // From now on the bridge knows which calls only read: they have places of their own.
  await bridge.ask('tools/list');
  bridge.process.stdout.pause();
  void bridge.ask('tools/call', { name: 'do_thing', arguments: {} }, 'held');
  const calls = Array.from({ length: 70 }, () => call('get_thing'));
  const sent = () => upstream.callsOf('get_thing').length;
  await expect.poll(() => sent() === AT_ONCE && written > 0).toBe(true);
  // That the bridge heeds this shows that it has taken what came before.
  bridge.notify('notifications/cancelled', { requestId: 'held' });
  await expect.poll(() => upstream.callsOf('do_thing')[0]?.hungUp()).toBe(true);
  expect(sent()).toBe(AT_ONCE);
  expect(memoryBytes(bridge.process.pid)).toBeLessThan(250_000_000);
  bridge.process.stdout.resume();
  for (const { result } of await Promise.all(calls)) {
    expect(result.content.at(-1).text === LARGE).toBe(true);
  }
  expect(bridge.frames.some(({ id }) => id === 'held')).toBe(false);
}, 60_000);

test('of many large answers four come at once; small ones go past them, and a cancelled one makes room', async () => {
  const { bridge, call, upstream } = await open();
  const ends: (() => void)[] = [];
  const PART = 'x'.repeat(20_000_000);
  let taken = 0;
  upstream.answer = (seen, response) => {
    if (seen.message.params.name === 'get_thing') return answerCall(seen, response);
    response.writeHead(200, { 'content-type': 'application/json' });
    const { id } = seen.message;
    response.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"big":"${PART}`, () => {
      taken += 1;
    });
    ends.push(() => response.end('"}}'));
  };
  const large = Array.from({ length: 7 }, (_, number) =>
    bridge.ask('tools/call', { name: 'do_thing', arguments: {} }, `large-${number}`),
  );
  await expect.poll(() => [ends.length, taken]).toEqual([7, 4]);
  expect((await call('get_thing')).result.structuredContent).toMatchObject({ fine: true });
  for (const number of [0, 1]) {
    bridge.notify('notifications/cancelled', { requestId: `large-${number}` });
  }
  for (const end of ends) end();
  for (const { result } of await Promise.all(large.slice(2)))
    expect(result.big === PART).toBe(true);
}, 120_000);

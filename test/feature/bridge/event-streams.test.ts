import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import { answerCall, type ReceivedRequest } from '../../support/scripted-mcp-server.ts';
import { beatsPeersAt } from './peers/rows.ts';

async function open() {
  const { bridge, upstream } = await startInitializedBridge();
  const call = (name: string) =>
    bridge.ask('tools/call', { name, arguments: {}, _meta: { progressToken: 7 } });
  return { upstream, bridge, call };
}

function beginEvents(response: ServerResponse): (message: object) => void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.write(': here\r\n\r\nretry: 10\r\nid: 1\r\ndata:\r\n\r\nevent: ping\r\ndata: {\r\n\r\n');
  return (message) => {
    const data = JSON.stringify({ jsonrpc: '2.0', ...message });
    response.write(`event: message\r\ndata: ${data}\r\n\r\n`);
  };
}

const reportOf = (progress: number) => ({
  method: 'notifications/progress',
  params: { progressToken: 7, progress, total: 3, odd: { a: 1 } },
});

const FINE = { content: [], structuredContent: { fine: true } };

test('what the service reports on the way comes while it is on the way, 3 of 3 and unchanged', async () => {
  beatsPeersAt('progress-events');
  const { bridge, call, upstream } = await open();
  let goOn = (): void => {};
  upstream.answer = ({ message }, response) => {
    const send = beginEvents(response);
    for (const progress of [1, 2, 3]) send(reportOf(progress));
    send({ method: 'notifications/message', params: { level: 'info', data: 'x' } });
    send({ id: 99, result: { content: [], structuredContent: { fine: false } } });
    goOn = () => {
      send({ id: message.id, result: FINE });
      response.end();
    };
  };
  const answered = call('do_thing');
  await bridge.frame(({ params }) => params?.progress === 3);
  const reports = bridge.frames.filter(({ method }) => method !== undefined);
  expect(reports).toEqual([1, 2, 3].map((n) => ({ jsonrpc: '2.0', ...reportOf(n) })));
  goOn();
  expect((await answered).result.structuredContent).toMatchObject({ fine: true });
});

test('the message of a report acts on no terminal', async () => {
  proves('BRIDGE-progress-harmless');
  const { bridge, call, upstream } = await open();
  const messages = [
    '\u001b]0;title\u0007\u001b[2J\u009b2Jall\u202e done\nnow',
    { toString: 1 },
    'plain',
  ];
  upstream.answer = ({ message: { id } }, response) => {
    const send = beginEvents(response);
    for (const [index, message] of messages.entries()) {
      const { method, params } = reportOf(index + 1);
      send({ method, params: { ...params, message } });
    }
    send({ id, result: FINE });
    response.end();
  };
  await call('get_thing');
  const told = bridge.frames.filter(({ method }) => method !== undefined);
  expect(told.map(({ params }) => params)).toEqual([
    { ...reportOf(1).params, message: 'all done now' },
    reportOf(2).params,
    { ...reportOf(3).params, message: 'plain' },
  ]);
});

test('an answer is handed on when it comes, from a stream that stays open too', async () => {
  const { call, upstream } = await open();
  const open_: (() => boolean)[] = [];
  upstream.answer = (arrived, response) => {
    open_.push(arrived.hungUp);
    beginEvents(response)({ id: arrived.message.id, result: FINE });
  };
  for (const name of ['do_thing', 'get_thing', 'do_thing']) {
    expect((await call(name)).result.structuredContent).toMatchObject({ fine: true });
  }
  await expect.poll(() => open_.map((isClosed) => isClosed())).toEqual([true, true, true]);
});

test('streams that end with their answer leave the connection to the next call', async () => {
  const { call, upstream } = await open();
  upstream.answer = ({ message }, response) => {
    beginEvents(response)({ id: message.id, result: FINE });
    setImmediate(() => response.end());
  };
  for (let calls = 0; calls < 5; calls += 1) await call('do_thing');
  expect(new Set(upstream.callsOf('do_thing').map(({ connection }) => connection)).size).toBe(1);
});

test.each([
  ['that breaks off', (response: ServerResponse) => response.destroy()],
  ['that ends without an answer', (response: ServerResponse) => response.end()],
  [
    'with bytes that are no text',
    (response: ServerResponse) => response.write(Buffer.of(0xff, 10)),
  ],
])('after a stream %s a call that acts may have run, and is not made again', async (_, fail) => {
  const { call, upstream } = await open();
  upstream.answer = (_seen, response) => {
    beginEvents(response)(reportOf(1));
    setImmediate(() => fail(response));
  };
  const { result } = await call('do_thing');
  expect(result).toMatchObject({ isError: true, structuredContent: { may_have_run: true } });
  expect(upstream.callsOf('do_thing')).toHaveLength(1);
});

test('a read whose stream broke off is made again, and nothing is reported twice', async () => {
  const { bridge, call, upstream } = await open();
  upstream.answer = (arrived: ReceivedRequest, response) => {
    if (upstream.callsOf('get_thing').length > 1) return answerCall(arrived, response);
    beginEvents(response)(reportOf(1));
    setImmediate(() => response.destroy());
  };
  expect((await call('get_thing')).result.structuredContent).toMatchObject({ fine: true });
  expect(upstream.callsOf('get_thing')).toHaveLength(2);
  expect(bridge.frames.filter(({ method }) => method !== undefined)).toHaveLength(1);
});

import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../../support/bridge/initialized-bridge.ts';
import {
  answerCall,
  type ReceivedRequest,
  sendJson,
  sendProblem,
} from '../../../support/scripted-mcp-server.ts';
import { newHome } from '../../../support/start-bridge.ts';
import { startTestServer } from '../../../support/test-server.ts';
import { beatsPeersAt } from './rows.ts';

async function open(home = newHome()) {
  const started = await startInitializedBridge({ home });
  await started.bridge.ask('tools/list');
  return { ...started, home };
}

type Opened = Awaited<ReturnType<typeof open>>;

const initializeCount = ({ upstream }: Opened): number =>
  upstream.arrived.filter(({ message }) => message.method === 'initialize').length;

/** Lets the first call end as `odd` says, and those after it well. */
function firstOnly(odd: (response: ServerResponse) => void) {
  let isFirst = true;
  return (seen: ReceivedRequest, response: ServerResponse): void => {
    if (isFirst) odd(response);
    else answerCall(seen, response);
    isFirst = false;
  };
}

test('a key that is refused is a result that says what a person does, with a body and without one', async () => {
  beatsPeersAt('refused-key');
  const { call, upstream } = await open();
  upstream.answer = (_seen, response) => sendProblem(response, 401, 'invalid_key');
  const { error, result } = await call('do_thing');
  expect([error, result.isError, result.structuredContent.status]).toEqual([undefined, true, 401]);
  expect(result.content[2].text).toContain('fleet auth login');
  upstream.answer = (_seen, response) =>
    void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  const bare = await call('do_thing');
  expect([bare.error, bare.result.isError]).toEqual([undefined, true]);
  expect(bare.result.structuredContent).toMatchObject({ status: 401, may_have_run: false });
  expect(bare.result.content[1].text).toContain('answered 401');
  expect(upstream.callsOf('do_thing')).toHaveLength(2);
});

test('a key that is refused again and again starts no sign-in: one request for each call, nothing kept', async () => {
  beatsPeersAt('sign-in-storms');
  const { call, home, upstream } = await open();
  await call('get_thing');
  const before = readdirSync(home, { recursive: true });
  const metadata = `${upstream.baseUrl}/.well-known/oauth-protected-resource`;
  upstream.answer = (_seen, response) =>
    sendProblem(response, 401, 'invalid_key', {
      'www-authenticate': `Bearer resource_metadata="${metadata}"`,
    });
  const calls = Array.from({ length: 10 }, () => call('get_thing'));
  for (const { result } of await Promise.all(calls)) expect(result.isError).toBe(true);
  const [list, _accepted, ...others] = upstream.arrived;
  expect(list?.message.method).toBe('tools/list');
  const routes = others.map(({ message, route }) => `${route} ${message.method}`);
  expect(routes).toEqual(Array(10).fill('POST /api/mcp tools/call'));
  expect(readdirSync(home, { recursive: true })).toEqual(before);
});

test('a connection that is dropped: what reads is asked again, what acts says that it may have run', async () => {
  beatsPeersAt('socket-dropped');
  const { call, upstream } = await open();
  upstream.answer = firstOnly((response) => response.destroy());
  expect((await call('get_thing')).result.structuredContent).toMatchObject({ fine: true });
  upstream.answer = firstOnly((response) => response.destroy());
  const { error, result } = await call('do_thing');
  expect(error).toBeUndefined();
  expect(result.structuredContent).toMatchObject({
    code: 'connection_broken',
    may_have_run: true,
  });
  expect(upstream.callsOf('do_thing')).toHaveLength(1);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['of a proxy', (response) => void response.writeHead(404).end('<p>not found</p>')],
  ['of the service', (response) => sendProblem(response, 404, 'not_found')],
])('one passing 404 %s is the result of that call; the next one goes through', async (_of, say) => {
  beatsPeersAt('one-404');
  const opened = await open();
  const { bridge, call, upstream } = opened;
  upstream.answer = firstOnly(say);
  const { error, result } = await call('do_thing');
  expect([error, result.isError, result.structuredContent.status]).toEqual([undefined, true, 404]);
  expect(JSON.stringify(result.content)).not.toContain('It may have run');
  expect((await call('do_thing')).result.structuredContent).toMatchObject({ fine: true });
  expect((await bridge.ask('tools/list')).result.tools).toHaveLength(3);
  expect([upstream.callsOf('do_thing').length, initializeCount(opened)]).toEqual([2, 0]);
});

test('a session that the server forgot is opened anew, and the call that found out goes through', async () => {
  beatsPeersAt('session-lost');
  const opened = await open();
  let session = 1;
  opened.upstream.gate = ({ headers, message }, response) => {
    if (headers['mcp-session-id'] === `s-${session}`) return false;
    if (message.method === 'initialize') {
      response.setHeader('mcp-session-id', `s-${session}`);
      const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: {} };
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
    } else {
      const error = { code: -32001, message: 'Session not found' };
      sendJson(response, 404, { jsonrpc: '2.0', id: null, error });
    }
    return true;
  };
  for (session of [1, 2, 3]) {
    const { result } = await opened.call('do_thing');
    expect(result?.structuredContent).toMatchObject({ fine: true });
  }
  expect(initializeCount(opened)).toBe(3);
});

test('nothing is left behind on the server: no session, and no connection after the end', async () => {
  beatsPeersAt('sessions-left');
  const server = await startTestServer();
  const initialized = await server.call('/api/mcp', {
    scope: 'run',
    body: { jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } },
    headers: { accept: 'application/json, text/event-stream' },
  });
  expect(initialized.headers.get('mcp-session-id')).toBeNull();
  const { bridge, call, upstream } = await open();
  await Promise.all([call('get_thing'), call('do_thing'), call('get_thing')]);
  expect(await upstream.connections()).toBeGreaterThan(0);
  bridge.process.stdin.end();
  await bridge.ended();
  await expect.poll(() => upstream.connections()).toBe(0);
  expect(upstream.arrived.map(({ headers }) => headers['mcp-session-id'])).toEqual(
    Array(4).fill(undefined),
  );
});

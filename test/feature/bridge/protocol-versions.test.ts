import { expect, test } from 'vitest';
import {
  type Gate,
  PROTOCOL_VERSIONS,
  refuse,
  startGatedServer,
} from '../../support/bridge/gated-server.ts';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import { READ_TOOL, sendJson } from '../../support/scripted-mcp-server.ts';
import { modernMeta } from '../../support/start-bridge.ts';
import { beatsPeersAt } from './peers/rows.ts';

const MODERN = '2026-07-28';

interface Sessions {
  readonly ended?: ReadonlySet<string>;
  /** What is said of a session that has ended; an error of JSON-RPC if left out. */
  readonly text?: string | undefined;
}

/** A server with sessions, as the SDK 1.x makes them: it insists on `initialize`. */
function inSessions({ ended = new Set<string>(), text }: Sessions = {}): Gate {
  let sessions = 0;
  return ({ headers, message }, response) => {
    if (message.method === 'initialize') {
      sessions += 1;
      response.setHeader('mcp-session-id', `s-${sessions}`);
      const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: {} };
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
      return true;
    }
    const session = headers['mcp-session-id'];
    if (typeof session !== 'string') return refuse(response, 400, -32000);
    if (ended.has(session) && text === undefined) return refuse(response, 404, -32001);
    if (ended.has(session)) response.writeHead(404).end(text);
    if (ended.has(session)) return true;
    if (message.id === undefined) response.writeHead(202).end();
    return message.id === undefined;
  };
}

const modernOnly: Gate = ({ headers, message }, response) => {
  const { _meta: meta = {} } = message.params ?? {};
  const version = meta['io.modelcontextprotocol/protocolVersion'];
  const isModern = version === MODERN && headers['mcp-protocol-version'] === MODERN;
  if (!isModern || headers['mcp-method'] !== message.method) return refuse(response, 400, -32020);
  return false;
};

test.each(PROTOCOL_VERSIONS)(
  'a server with sessions: one initialize for calls of the %s protocol version, however many come at once',
  async (_, more) => {
    const { call, sent } = await startGatedServer(inSessions());
    const results = await Promise.all(Array.from({ length: 8 }, () => call(more)));
    for (const { structuredContent } of results) {
      expect(structuredContent).toMatchObject({ version: '2025-06-18' });
    }
    await call(more);
    const [first, ...others] = sent('initialize');
    expect(others).toEqual([]);
    expect(first?.message.params).toMatchObject({
      protocolVersion: '2025-11-25',
      clientInfo: { name: 'fleet-mcp' },
    });
    expect(sent('notifications/initialized')[0]?.headers['mcp-session-id']).toBe('s-1');
    const meta = sent('tools/call').at(-1)?.message.params._meta;
    expect(meta).toBeUndefined();
  },
);

test.each([
  ['an error of JSON-RPC', undefined],
  ['a 404 without a word', ''],
])(
  'a session that the server has lost, told by %s, is begun anew, and a call runs once',
  async (_, text) => {
    beatsPeersAt('session-lost');
    const ended = new Set<string>();
    const { call, sent } = await startGatedServer(inSessions({ ended, text }));
    await call();
    ended.add('s-1');
    const before = sent('tools/call').length;
    const results = await Promise.all([call(), call(), call()]);
    expect(results.every(({ isError }) => isError !== true)).toBe(true);
    expect(sent('initialize')).toHaveLength(2);
    const taken = sent('tools/call').filter(({ headers }) => headers['mcp-session-id'] === 's-2');
    expect([taken.length, sent('tools/call').length - before]).toEqual([3, 6]);
  },
);

test('a server of the older protocol version that refuses without a JSON-RPC error is sent initialize', async () => {
  let isInitialized = false;
  const { call } = await startGatedServer(({ message }, response) => {
    isInitialized ||= message.method === 'initialize';
    if (!isInitialized)
      response.writeHead(400, { 'content-type': 'text/html' }).end('<p>Bad Request');
    else if (message.method === 'initialize') {
      const result = { protocolVersion: '2025-03-26', capabilities: {} };
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
    } else return false;
    return true;
  });
  expect((await call({ _meta: modernMeta() })).structuredContent).toMatchObject({
    version: '2025-03-26',
  });
});

test.each(PROTOCOL_VERSIONS)(
  'a server of the newer protocol version alone answers calls of the %s protocol version',
  async (_, more) => {
    beatsPeersAt('newer-version-only');
    const { call, sent } = await startGatedServer(modernOnly);
    for (let calls = 0; calls < 3; calls += 1) {
      expect((await call(more)).structuredContent).toMatchObject({ version: MODERN });
    }
    expect(sent('initialize')).toEqual([]);
    // The first call of the older protocol version tells which protocol version the server has.
    expect(sent('tools/call').length).toBeLessThanOrEqual(4);
  },
);

test.each([
  [[MODERN, '2031-01-01'], MODERN, 0],
  [['2025-06-18'], '2025-06-18', 1],
])(
  'a version that is refused with %j is followed by one that both have',
  async (supported, version, initializes) => {
    let refused = 0;
    const { call, sent } = await startGatedServer(({ headers, message }, response) => {
      if (message.method === 'initialize') {
        const result = { protocolVersion: '2025-06-18', capabilities: {} };
        sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
        return true;
      }
      const isTaken = headers['mcp-protocol-version'] === version && refused > 0;
      if (isTaken || message.method !== 'tools/call') return false;
      refused += 1;
      return refuse(response, 400, -32022, { supported, requested: MODERN });
    });
    expect((await call({ _meta: modernMeta() })).structuredContent).toMatchObject({ version });
    expect(sent('initialize')).toHaveLength(initializes);
  },
);

test('a server that shares no version is a refusal that arrives, and is not asked again and again', async () => {
  const { call, sent } = await startGatedServer((_seen, response) =>
    refuse(response, 400, -32022, { supported: ['2031-01-01'], requested: MODERN }),
  );
  const { content, isError, structuredContent } = await call({ _meta: modernMeta() });
  expect([isError, structuredContent.code, structuredContent.status]).toEqual([
    true,
    'not_taken',
    400,
  ]);
  expect(content[2].text).toContain('updates fleet');
  expect([sent('tools/call').length, sent('initialize').length]).toEqual([1, 0]);
});

test('every request upstream has an id of its own', async () => {
  const { call, upstream } = await startGatedServer(() => false);
  await Promise.all(Array.from({ length: 20 }, () => call()));
  const ids = upstream.arrived.map(({ message }) => message.id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a call whose headers are refused is made again with those of the live schema', async () => {
  const { call, sent, upstream } = await startGatedServer(({ headers, message }, response) =>
    message.method === 'tools/call' && headers['mcp-param-region'] !== '=?base64?w6lh?='
      ? refuse(response, 400, -32020)
      : false,
  );
  const read = { name: 'do_thing', annotations: { readOnlyHint: true } };
  upstream.tools = [{ ...read, inputSchema: { type: 'object' } }];
  await call({ _meta: modernMeta() });
  const schema = {
    type: 'object',
    properties: { at: { type: 'string', 'x-mcp-header': 'Region' } },
  };
  upstream.tools = [{ ...read, inputSchema: schema }];
  const before = sent('tools/call').length;
  const called = await call({ _meta: modernMeta(), arguments: { at: 'éa' } });
  expect(called.structuredContent).toMatchObject({ version: MODERN });
  expect(sent('tools/call').length - before).toBe(2);
});

test('a call whose headers the service refuses goes by the newer tool through every check again', async () => {
  proves('BRIDGE-changed-tool');
  const schema = {
    type: 'object',
    properties: { thing: { type: 'string', 'x-mcp-header': 'Thing' } },
  };
  const newer = { ...READ_TOOL, inputSchema: schema, annotations: { destructiveHint: true } };
  for (const [args, code] of [
    [[], 'confirmation_needed'],
    [['--read-only'], 'not_offered'],
  ] as const) {
    const { bridge, call, upstream } = await startInitializedBridge({ args });
    const missing = { code: -32020, message: 'Mcp-Param-Thing is missing' };
    upstream.answer = ({ message }, response) =>
      sendJson(response, 400, { jsonrpc: '2.0', id: message.id, error: missing });
    await bridge.ask('tools/list');
    upstream.tools = [newer];
    const params = { arguments: { thing: 'a' }, _meta: modernMeta() };
    const { structuredContent } = (await call('get_thing', params)).result;
    expect(structuredContent.code).toBe(code);
    expect(upstream.callsOf('get_thing')).toHaveLength(1);
  }
});

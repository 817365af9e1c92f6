import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import {
  type CallOptions,
  startTestServer,
  type TestServer,
} from '../../../support/test-server.ts';

const JSON_AND_STREAM = { accept: 'application/json, text/event-stream' };

/** One message of the older protocol version; the answer is the one event of its stream. */
async function send(server: TestServer, message: unknown, options: CallOptions = {}) {
  const headers = { ...JSON_AND_STREAM, ...options.headers };
  const answer = await server.call('/api/mcp', { body: message, ...options, headers });
  const event = answer.text.split('\n').find((line) => line.startsWith('data: '));
  return { ...answer, message: event === undefined ? answer.body : JSON.parse(event.slice(6)) };
}

function callOf(name: string, args: unknown = {}) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}

test('the tools are the operations that the scope allows, in order, annotated by class', async () => {
  proves('MCP-tools-by-scope', 'MCP-annotations');
  const server = await startTestServer();
  const list = { jsonrpc: '2.0', id: 'a', method: 'tools/list' };
  const order = ['fleet:read', 'fleet:run', 'fleet:admin'];
  const { tools } = (await server.call('/api/v1/tools')).body;
  for (const [rank, scope] of (['read', 'run', 'admin'] as const).entries()) {
    const { message } = await send(server, list, { scope });
    const listed: readonly { name: string; inputSchema: unknown; annotations: unknown }[] =
      message.result.tools;
    const allowed = tools.filter((tool: { scope: string }) => order.indexOf(tool.scope) <= rank);
    expect(listed.map(({ name }) => name)).toEqual(
      allowed.map(({ name }: { name: string }) => name),
    );
    for (const tool of listed) {
      const row = Object.entries(OPERATIONS).find(([name]) => name === tool.name)?.[1];
      expect([tool.name, tool.annotations]).toEqual([tool.name, HINTS[row?.class ?? 'read']]);
    }
    expect(listed.map(({ inputSchema }) => inputSchema)).toEqual(
      allowed.map((tool: { input_schema: unknown }) => tool.input_schema),
    );
  }
});

const HINTS = {
  read: { readOnlyHint: true },
  write: { readOnlyHint: false, destructiveHint: false },
  destructive: { readOnlyHint: false, destructiveHint: true },
};

test('what an operation refuses is a result, an unknown and a forbidden name included', async () => {
  proves('MCP-failure-is-result', 'ERR-mcp-result');
  const server = await startTestServer();
  for (const [name, args, scope, code] of [
    ['nothing_of_that_name', {}, 'admin', 'unknown_tool'],
    ['run_skill', { machine: 'build-01', skill: 'a' }, 'read', 'forbidden'],
    ['list_jobs', { limit: 0 }, 'admin', 'invalid_request'],
    ['get_machine', { machine: 'nobody' }, 'admin', 'unknown_machine'],
  ] as const) {
    const headers = { 'x-request-id': 'mine-1' };
    const { status, message } = await send(server, callOf(name, args), { scope, headers });
    expect([name, status, message.error]).toEqual([name, 200, undefined]);
    const { content, isError, structuredContent } = message.result;
    expect([isError, structuredContent.code]).toEqual([true, code]);
    expect(structuredContent.request_id).toBe('mine-1');
    const { _notice, ...problem } = structuredContent;
    expect(_notice).toBe(content[0].text);
    expect(JSON.parse(content[1].text)).toEqual(problem);
  }
});

test('a name that is nearly that of an operation is told the nearest, any other where all are', async () => {
  const server = await startTestServer();
  const detailOf = async (name: string) =>
    (await send(server, callOf(name, {}))).message.result.structuredContent.detail;
  expect(await detailOf('get_machines')).toBe(
    'There is no operation "get_machines"; the nearest in the list of tools is get_machine.',
  );
  expect(await detailOf('make_coffee')).toBe(
    'There is no operation "make_coffee"; the list of tools (tools/list in MCP, else GET /api/v1/tools) has all of them.',
  );
});

test('what the service refuses is HTTP as on any route', async () => {
  proves('MCP-service-refuses-http', 'LIM-body-size-mcp', 'LIM-request-rate-mcp');
  const server = await startTestServer();
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const keyless = await send(server, ping, { scope: 'none' });
  expect([keyless.status, keyless.body.code]).toEqual([401, 'unauthorized']);
  expect(keyless.headers.get('www-authenticate')).toBe('Bearer');
  const filled = (bytes: number) => {
    const frame = JSON.stringify({ ...ping, params: { a: '' } });
    return JSON.stringify({ ...ping, params: { a: 'x'.repeat(bytes - frame.length) } });
  };
  expect((await send(server, filled(786_432))).status).toBe(200);
  const large = await send(server, filled(786_433));
  expect([large.status, large.body.code]).toEqual([413, 'too_large']);
  for (let sent = 0; sent < 598; sent += 1) await server.call('/api/v1/me');
  const late = await send(server, ping);
  expect([late.status, late.body.code]).toEqual([429, 'rate_limited']);
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(late.headers.get('x-request-id')).toMatch(/^req_/);
});

test('methods, batches and other sites', async () => {
  proves('MCP-get-405', 'MCP-delete-200', 'MCP-no-batches', 'MCP-host-origin', 'MCP-methods');
  const server = await startTestServer();
  const get = await server.call('/api/mcp');
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
  expect((await server.call('/api/mcp', { method: 'DELETE' })).status).toBe(200);
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect((await send(server, ping)).message).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  const batch = await send(server, [ping, ping]);
  expect([batch.status, batch.body.error.code]).toEqual([400, -32600]);
  const broken = await send(server, '{"jsonrpc"');
  expect([broken.status, broken.body.error.code]).toEqual([400, -32700]);
  // Held against the published document, as every response that a test server gives.
  const empty = await send(server, undefined, { method: 'POST' });
  expect([empty.status, empty.body.jsonrpc]).toEqual([415, '2.0']);
  const unknown = await send(server, { ...ping, method: 'prompts/list' });
  expect(unknown.message.error.code).toBe(-32601);
  for (const origin of ['http://evil.example', 'null', 'https://localhost.evil.example']) {
    const { status, body } = await send(server, ping, { headers: { origin } });
    expect([origin, status, body.code]).toEqual([origin, 403, 'forbidden']);
  }
  const own = await send(server, ping, { headers: { origin: 'http://localhost:3000' } });
  expect(own.status).toBe(200);
});

test.each([[[]], ['{"limit":1}'], [7], [true]])(
  'arguments that are %j are refused by the operation',
  async (args) => {
    proves('MCP-failure-is-result', 'ERR-mcp-result', 'CONV-operation-object');
    const server = await startTestServer();
    for (const name of ['list_jobs', 'get_machine', 'nothing_of_that_name']) {
      const { status, message } = await send(server, callOf(name, args));
      expect([name, status, message.error]).toEqual([name, 200, undefined]);
      const { isError, structuredContent } = message.result;
      const code = name === 'nothing_of_that_name' ? 'unknown_tool' : 'invalid_request';
      expect([isError, structuredContent.code]).toEqual([true, code]);
      if (code === 'invalid_request') expect(structuredContent.detail).toContain('a JSON object');
    }
  },
);

test('a member that only a careless reader drops is refused as any unknown one', async () => {
  proves('MCP-failure-is-result');
  const server = await startTestServer();
  const sent = '{"name":"list_members","arguments":{"__proto__":{"a":1}}}';
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${sent}}`;
  const { message } = await send(server, body);
  expect(message.result.isError).toBe(true);
  expect(message.result.structuredContent).toMatchObject({ code: 'invalid_request', status: 400 });
});

test('arguments that are null are none, and those of a good call arrive as they are', async () => {
  proves('MCP-failure-is-result');
  const server = await startTestServer();
  const none = await send(server, callOf('list_jobs', null));
  expect(none.message.result.structuredContent).toMatchObject({ jobs: [], next_before: null });
  const refused = await send(server, callOf('list_jobs', { limit: 0 }));
  expect(refused.message.result.structuredContent.detail).toContain('`limit` is 0');
});

test.each([
  ['*/*', 200],
  ['application/json;q=0.9, */*;q=0.1', 200],
  ['application/json, text/event-stream', 200],
  ['application/json', 406],
  ['text/html', 406],
])('a caller that accepts %s is answered with %i', async (accept, status) => {
  proves('MCP-methods', 'MCP-service-refuses-http');
  const server = await startTestServer();
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const answer = await send(server, ping, { headers: { accept } });
  expect(answer.status).toBe(status);
  if (status === 200) expect(answer.message.result).toEqual({});
  else expect(answer.body).toMatchObject({ code: 'invalid_request', status: 406 });
});

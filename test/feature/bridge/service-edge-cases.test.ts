import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import { ACTING_TOOL, answerCall, sendJson } from '../../support/scripted-mcp-server.ts';
import { modernMeta } from '../../support/start-bridge.ts';

test.each([
  [200, 1],
  // A server that wants headers says so with 400; here no others can be given.
  [400, 1],
])('the code of missing headers with %i sends a call that acts %i time', async (status, times) => {
  const { bridge, upstream } = await startInitializedBridge();
  upstream.answer = ({ message }, response) => {
    const error = { code: -32020, message: 'Half of it is done' };
    sendJson(response, status, { jsonrpc: '2.0', id: message.id, error });
  };
  await bridge.ask('tools/call', { name: 'do_thing', arguments: {}, _meta: modernMeta() });
  expect(upstream.callsOf('do_thing')).toHaveLength(times);
});

test('numbers that no double holds are mirrored into headers as they are', async () => {
  const { bridge, upstream } = await startInitializedBridge();
  const properties = { n: { type: 'integer', 'x-mcp-header': 'N' } };
  upstream.tools = [{ ...ACTING_TOOL, inputSchema: { type: 'object', properties } }];
  await bridge.ask('tools/list');
  const numbers = ['12345678901234567890', '-0', '5'];
  for (const n of numbers) {
    const params = `{"name":"do_thing","arguments":{"n":${n}},"_meta":${JSON.stringify(modernMeta())}}`;
    bridge.write(`{"jsonrpc":"2.0","id":"${n}","method":"tools/call","params":${params}}\n`);
    await bridge.frame(({ id }) => id === n);
  }
  const sent = upstream.callsOf('do_thing').map(({ headers }) => headers['mcp-param-n']);
  expect(sent).toEqual(numbers);
});

test('nobody is asked about a call that was cancelled before the question', async () => {
  const { bridge, upstream } = await startInitializedBridge({
    capabilities: { elicitation: { form: {} } },
  });
  upstream.holdLists(true);
  const call = { name: 'end_nobody', arguments: {} };
  const id = 'cancelled';
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: call })}\n`);
  await bridge.ask('ping');
  bridge.notify('notifications/cancelled', { requestId: id });
  await bridge.ask('ping');
  upstream.holdLists(false);
  // A question that comes after this one shows that the first would have come too.
  const asked = bridge.ask('tools/call', { name: 'end_thing', arguments: {} });
  const question = await bridge.frame(({ method }) => method === 'elicitation/create');
  expect(question.params.message).toContain('end_thing');
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id: question.id, result: {} })}\n`);
  await asked;
});

test('a version that cannot go along in a header is not agreed to', async () => {
  const { bridge, upstream } = await startInitializedBridge();
  upstream.gate = ({ headers, message }, response) => {
    if (message.method === 'initialize') {
      const result = { protocolVersion: '2025-06-18\r\nx-odd: 1', capabilities: {} };
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
      return true;
    }
    if (headers['mcp-protocol-version'] === undefined) return false;
    const error = { code: -32000, message: 'Say hello first' };
    sendJson(response, 400, { jsonrpc: '2.0', id: message.id, error });
    return true;
  };
  const { result } = await bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
  expect(result.structuredContent).toMatchObject({ code: 'not_taken', status: 400 });
});

test('a report that cannot be handed on does not cost the answer', async () => {
  const { bridge, upstream } = await startInitializedBridge();
  upstream.answer = (arrived, response) => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const params = `{"progressToken":7,"progress":1,"deep":${deep}}`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      `data: {"jsonrpc":"2.0","method":"notifications/progress","params":${params}}\n\n`,
    );
    const result = { content: [], structuredContent: { fine: true } };
    const { id } = arrived.message;
    response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
  };
  const _meta = { progressToken: 7 };
  const { result } = await bridge.ask('tools/call', { name: 'do_thing', arguments: {}, _meta });
  expect(result.structuredContent).toMatchObject({ fine: true });
  upstream.answer = answerCall;
  await bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
});

test.each([
  ['do_thing', true, 'application/json'],
  ['get_thing', undefined, 'application/json'],
  ['do_thing', true, 'text/event-stream'],
])(
  'an answer nested beyond any sense is a refusal of %s, and the bridge goes on (%s, %s)',
  async (name, mayHaveRun, type) => {
    proves('BRIDGE-response-bounded');
    const { bridge, upstream } = await startInitializedBridge();
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    upstream.answer = ({ message }, response) => {
      const json = `{"jsonrpc":"2.0","id":${message.id},"result":{"content":[],"deep":${deep}}}`;
      response.writeHead(200, { 'content-type': type });
      response.end(type === 'application/json' ? json : `data: ${json}\n\n`);
    };
    const { result } = await bridge.ask('tools/call', { name, arguments: {} });
    const { code, may_have_run: told } = result.structuredContent;
    expect([result.isError, code, told]).toEqual([true, 'too_deep', mayHaveRun]);
    expect((await bridge.ask('ping')).result).toEqual({});
  },
);

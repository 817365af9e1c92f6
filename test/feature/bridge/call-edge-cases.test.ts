import { expect, test } from 'vitest';
import { BRIDGE } from '../../requirements.ts';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import {
  ACTING_TOOL,
  answerCall,
  DESTRUCTIVE_TOOL,
  READ_TOOL,
  sendJson,
} from '../../support/scripted-mcp-server.ts';
import { modernMeta } from '../../support/start-bridge.ts';

const CAN_ASK = { elicitation: { form: {} } };

test('--max-wait also holds for the default of a tool and for a number beyond a double', async () => {
  const { bridge, upstream } = await startInitializedBridge({ args: ['--max-wait', '5'] });
  const properties = { wait_seconds: { type: 'integer', default: 20 } };
  upstream.tools = [{ ...READ_TOOL, inputSchema: { type: 'object', properties } }];
  await bridge.ask('tools/list');
  await bridge.ask('tools/call', { name: 'get_thing' });
  await bridge.ask('tools/call', { name: 'get_thing', arguments: { thing: 1 } });
  await bridge.ask('tools/call', { name: 'get_thing', arguments: { wait_seconds: 3 } });
  const huge = '"params":{"name":"get_thing","arguments":{"wait_seconds":99999999999999999999}}';
  bridge.write(`{"jsonrpc":"2.0","id":"huge","method":"tools/call",${huge}}\n`);
  await bridge.frame(({ id }) => id === 'huge');
  expect(upstream.callsOf('get_thing').map(({ message }) => message.params.arguments)).toEqual([
    { wait_seconds: 5 },
    { thing: 1, wait_seconds: 5 },
    { wait_seconds: 3 },
    { wait_seconds: 5 },
  ]);
});

test('what the service itself asks is answered: only what the bridge asked stays with it', async () => {
  const { bridge, upstream } = await startInitializedBridge();
  const inputRequests = { why: { method: 'elicitation/create', params: {} } };
  upstream.answer = (arrived, response) => {
    const { id, params } = arrived.message;
    if (params.requestState === 'of the service') return answerCall(arrived, response);
    const result = {
      resultType: 'input_required',
      inputRequests,
      requestState: 'of the service',
    };
    sendJson(response, 200, { jsonrpc: '2.0', id, result });
  };
  const call = { name: 'get_thing', arguments: {}, _meta: modernMeta(CAN_ASK) };
  const { result } = await bridge.ask('tools/call', call);
  expect(result).toMatchObject({ resultType: 'input_required', inputRequests });
  const answers = {
    inputResponses: { why: { action: 'decline' } },
    requestState: 'of the service',
  };
  const done = await bridge.ask('tools/call', { ...call, ...answers });
  expect(done.result.structuredContent).toMatchObject({ fine: true });
  const arrived = upstream.callsOf('get_thing').at(-1);
  expect(arrived?.message.params).toMatchObject(answers);
});

test('arguments that are no object are refused: nobody could judge what a service makes of them', async () => {
  proves('BRIDGE-arguments');
  const { bridge, call, upstream } = await startInitializedBridge({ capabilities: CAN_ASK });
  upstream.tools = [READ_TOOL, { ...ACTING_TOOL, name: 'send_command' }];
  await bridge.ask('tools/list');
  for (const args of ['{"type":"service.restart"}', [{ type: 'service.restart' }], 7, true]) {
    const { result } = await call('send_command', { arguments: args });
    expect([result.isError, result.structuredContent.code]).toEqual([true, 'invalid_request']);
  }
  void call('send_command', { arguments: { type: { toString: 1 } } });
  await bridge.frame(({ method }) => method === 'elicitation/create');
  expect(upstream.callsOf('send_command')).toEqual([]);
  await call('get_thing', { arguments: null });
  expect(upstream.callsOf('get_thing')).toHaveLength(1);
});

test('a member that looks like one of the protocol is refused: a service may read it in its place', async () => {
  proves('BRIDGE-one-name');
  const { lookAlikes } = BRIDGE['BRIDGE-one-name'];
  const args = ['--confirm', 'always', '--deny', 'end_thing'];
  const { bridge, upstream } = await startInitializedBridge({ args, capabilities: CAN_ASK });
  const names = [...lookAlikes, 'META', 'Task', 'input_responses', 'RequestState'];
  for (const meta of [{}, modernMeta()]) {
    for (const name of names) {
      const params = { name: 'get_thing', arguments: {}, _meta: meta, [name]: 'end_thing' };
      const { result } = await bridge.ask('tools/call', params);
      expect([name, result.isError]).toEqual([name, true]);
      expect(result.structuredContent.code).toBe('invalid_request');
      expect(result.structuredContent.detail).toContain(JSON.stringify(name));
    }
  }
  expect(upstream.callsOf('get_thing')).toEqual([]);
});

test('of a request only the members that were looked at go on', async () => {
  proves('BRIDGE-one-name');
  const { bridge, upstream } = await startInitializedBridge();
  const own = '"method":"tools/call","params":{"name":"get_thing","arguments":{},"odd":1}';
  const others = '"Method":"tools/list","Params":{"name":"end_thing"},"ID":7,"odd":1';
  bridge.write(`{"jsonrpc":"2.0","id":"two",${own},${others}}\n`);
  await bridge.frame(({ id }) => id === 'two');
  const [arrived] = upstream.callsOf('get_thing');
  expect(Object.keys(arrived?.message)).toEqual(['jsonrpc', 'id', 'method', 'params']);
  expect(arrived?.message.params).toEqual({ name: 'get_thing', arguments: {}, odd: 1 });
});

test('an assistant that fails to ask is not taken for a person who said no', async () => {
  const { bridge, upstream } = await startInitializedBridge({ capabilities: CAN_ASK });
  const ended = bridge.ask('tools/call', { name: 'end_thing' });
  const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
  const error = { code: -32601, message: 'Method not found' };
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  const { result } = await ended;
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toMatchObject({ code: 'confirmation_needed' });
  expect(result.content[0].text).not.toContain('did not agree');
  expect(upstream.callsOf('end_thing')).toHaveLength(0);
});

test('a question hides nothing: long values are cut in the middle, unseen characters are shown', async () => {
  const { bridge } = await startInitializedBridge({ capabilities: CAN_ASK });
  const args = { note: 'x'.repeat(5000), machine: 'prod\u202e10-dliub' };
  void bridge.ask('tools/call', { name: 'end_thing', arguments: args });
  const { params } = await bridge.frame(({ method }) => method === 'elicitation/create');
  expect(params.message).toContain('"machine":"prod\\u202e10-dliub"');
  expect(params.message).toContain('5000 characters');
  expect(params.message.length).toBeLessThan(600);
  // Some assistants show the first lines only.
  expect(params.message).toContain('with {"machine":');
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`name-${at}`, 'value']));
  void bridge.ask('tools/call', { name: 'end_thing', arguments: many });
  const second = await bridge.frame(
    ({ method, params: asked }) =>
      method === 'elicitation/create' && asked.message.includes('name-0'),
  );
  expect(second.params.message).toMatch(/and \d{4} more characters that are not shown/);
  const padding = Array.from({ length: 20 }, (_, at) => [String(at), 'y'.repeat(190)]);
  const hiding = { ...Object.fromEntries(padding), ['k'.repeat(3000)]: 1, machine: 'prod <!--' };
  void bridge.ask('tools/call', { name: 'end_thing', arguments: hiding });
  const third = await bridge.frame(({ params: asked }) => asked?.message?.includes('yyy') === true);
  expect(third.params.message).toContain('"machine":"prod \\u003c!--"');
});

test('the form before a call shows nothing that the schema of its tool calls secret', async () => {
  proves('UI-mcp-confirm');
  const { bridge, upstream, call } = await startInitializedBridge({ capabilities: CAN_ASK });
  const secret = { type: 'string', writeOnly: true };
  const inputSchema = {
    type: 'object',
    properties: {
      disk: { type: 'string' },
      token: secret,
      login: { $ref: '#/$defs/login' },
      keys: { type: 'array', items: secret },
    },
    $defs: {
      login: { type: 'object', properties: { word: { type: 'string', format: 'password' } } },
    },
  };
  upstream.tools = [{ ...DESTRUCTIVE_TOOL, inputSchema }];
  await bridge.ask('tools/list');
  const args = {
    disk: 'sda',
    token: 'hush-1',
    login: { word: 'hush-2', user: 'ann' },
    keys: ['hush-3'],
  };
  void call('end_thing', { arguments: args });
  const { id, params } = await bridge.frame(({ method }) => method === 'elicitation/create');
  const modern = { name: 'end_thing', arguments: args, _meta: modernMeta(CAN_ASK) };
  const { inputRequests } = (await bridge.ask('tools/call', modern)).result;
  for (const { message } of [params, inputRequests.confirm.params]) {
    expect(message).toContain('"disk":"sda"');
    expect(message).toContain('"token":"(not shown)"');
    expect(message).toContain('"user":"ann"');
    expect(message).not.toContain('hush');
  }
  const result = { action: 'accept', content: { confirm: true } };
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  await expect.poll(() => upstream.callsOf('end_thing').length).toBe(1);
  expect(upstream.callsOf('end_thing')[0]?.message.params.arguments).toEqual(args);
});

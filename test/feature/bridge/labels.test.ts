import { expect, test } from 'vitest';
import { BRIDGE } from '../../requirements.ts';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import { READ_TOOL, sendJson, sendProblem } from '../../support/scripted-mcp-server.ts';
import { initialize, startBridge } from '../../support/start-bridge.ts';
import { startTestServer } from '../../support/test-server.ts';

const { label } = BRIDGE['MCP-label-read'];

async function hostedServer() {
  const server = await startTestServer();
  const bridge = startBridge({
    env: { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin },
  });
  await initialize(bridge);
  const call = { name: 'send_command', arguments: { machine: 'build-01', type: 'ping' } };
  const direct = async (params: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const headers = { accept: 'application/json, text/event-stream' };
    const { text } = await server.call('/api/mcp', { scope: 'admin', body, headers });
    return JSON.parse(text.startsWith('{') ? text : text.slice(text.indexOf('{'))).result;
  };
  return { bridge, call, direct };
}

test('the label is in text and structured content, once, from the hosted endpoint and by the bridge', async () => {
  proves('MCP-label-read', 'UI-mcp-labels');
  const { bridge, direct } = await hostedServer();
  const list = { name: 'list_machines', arguments: {} };
  const bridged = (await bridge.ask('tools/call', list)).result;
  for (const result of [await direct(list), bridged]) {
    expect(result.content.map(({ text }: { text: string }) => text.slice(0, 20))).toEqual([
      label.slice(0, 20),
      result.content[1].text.slice(0, 20),
    ]);
    expect(Object.keys(result.structuredContent)[0]).toBe('_notice');
    expect(result.structuredContent._notice).toBe(label);
    expect(JSON.stringify(result).split(label)).toHaveLength(3);
  }
});

test('a pending result says how it is looked up', async () => {
  proves('MCP-look-up');
  const { bridge, call, direct } = await hostedServer();
  const bridged = (await bridge.ask('tools/call', call)).result;
  for (const { content, structuredContent } of [await direct(call), bridged]) {
    const { command_id: command, look_up } = structuredContent;
    expect(look_up).toEqual({ tool: 'get_command', arguments: { command } });
    expect(content).toHaveLength(3);
    expect(content[2].text).toBe(
      `This is still on its way. Look it up with get_command and {"command":"${command}"}, and do not call send_command again.`,
    );
  }
});

const CANCEL = { type: 'job.cancel', job: 'job_1', command_id: 'cmd_1' };

test.each([
  ['run_skill', { job: 'job_1', command_id: 'cmd_1' }, 'get_job', { job: 'job_1' }],
  ['answer_job', { job: 'job_1', command_id: 'cmd_1' }, 'get_command', { command: 'cmd_1' }],
  ['get_command', CANCEL, 'get_command', { command: 'cmd_1' }],
])('%s is looked up by what it started', async (name, ids, tool, args) => {
  proves('MCP-look-up');
  const { call, upstream } = await startInitializedBridge();
  upstream.answer = ({ message }, response) => {
    const result = { content: [], structuredContent: { pending: true, ...ids } };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  const { content, structuredContent } = (await call(name)).result;
  expect(structuredContent.look_up).toEqual({ tool, arguments: args });
  expect(content.at(-1).text).toContain(`${tool} and ${JSON.stringify(args)}`);
  expect(content.at(-1).text.includes(`do not call ${name} again`)).toBe(name !== tool);
});

test.each([
  [{ type: 'object', properties: { fine: { type: 'boolean' } } }],
  [{ type: 'object', additionalProperties: false }],
])(
  'what a tool says of its output is not told: a client would refuse the label, or failures, by it: %j',
  async (outputSchema) => {
    proves('MCP-label-read');
    const { bridge, call, upstream } = await startInitializedBridge();
    upstream.tools = [{ ...READ_TOOL, outputSchema }];
    const [tool] = (await bridge.ask('tools/list')).result.tools;
    expect(tool).toEqual(READ_TOOL);
    const { content, structuredContent } = (await call('get_thing')).result;
    expect([content[0].text, structuredContent]).toEqual([label, { _notice: label, fine: true }]);
  },
);

test.each([
  [{ content: [], structuredContent: [{ log: 'do this' }] }, { data: [{ log: 'do this' }] }],
  [{ structuredContent: 'do this' }, { data: 'do this' }],
  [{ structuredContent: { log: 'do this' } }, { log: 'do this' }],
  [{ content: [], isError: true, structuredContent: { log: 'do this' } }, { log: 'do this' }],
])('structured content of any shape is labelled, also without text: %j', async (result, data) => {
  proves('MCP-label-read');
  const { call, upstream } = await startInitializedBridge();
  upstream.answer = ({ message }, response) =>
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  const { content, structuredContent } = (await call('get_thing')).result;
  expect(content).toEqual([{ type: 'text', text: label }]);
  expect(structuredContent).toEqual({ _notice: label, ...data });
});

test('a list that a tool has a schema for is labelled as any other', async () => {
  proves('MCP-label-read');
  const { bridge, call, upstream } = await startInitializedBridge();
  upstream.tools = [{ ...READ_TOOL, outputSchema: { type: 'array' } }];
  await bridge.ask('tools/list');
  upstream.answer = ({ message }, response) => {
    const result = { structuredContent: ['do this'] };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  const { content, structuredContent } = (await call('get_thing')).result;
  expect([content[0].text, structuredContent]).toEqual([
    label,
    { _notice: label, data: ['do this'] },
  ]);
});

test('a part that only looks like the label does not stand for it', async () => {
  proves('MCP-label-read');
  const { call, upstream } = await startInitializedBridge();
  const said = { type: 'text', text: 'do this' };
  for (const first of [
    { type: 'image', text: label, data: '', mimeType: 'image/png' },
    { type: 'text', text: label, annotations: { audience: ['user'] } },
  ]) {
    upstream.answer = ({ message }, response) => {
      const result = { content: [first, said] };
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
    };
    const { content } = (await call('get_thing')).result;
    expect(content).toEqual([{ type: 'text', text: label }, first, said]);
  }
});

test('what the service says with a refusal is labelled, and what the bridge says stands after it', async () => {
  proves('MCP-label-read');
  const { call, upstream } = await startInitializedBridge();
  upstream.answer = (_arrived, response) => sendProblem(response, 503, 'do this');
  const { content, structuredContent } = (await call('do_thing')).result;
  expect(structuredContent._notice).toBe(label);
  expect(content.map(({ text }: { text: string }) => text)).toEqual([
    label,
    'No: do this.\nRequest id: req_odd',
    expect.stringMatching(/^It may have run/),
  ]);
  const error = { code: -32602, message: 'do this', data: { field: 'thing' } };
  upstream.answer = ({ message }, response) =>
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, error });
  const message = `${label}\ndo this`;
  for (const name of ['get_thing', 'do_thing'])
    expect((await call(name)).error).toEqual({ ...error, message });
});

test.each(['task', 'partial'])(
  'a result of kind %s, which nobody asked for, is no success',
  async (resultType) => {
    const { call, upstream } = await startInitializedBridge();
    upstream.answer = ({ message }, response) => {
      const result = { resultType, taskId: 'task_1', status: 'working', statusMessage: 'do this' };
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
    };
    const { isError, structuredContent } = (await call('do_thing')).result;
    expect([isError, structuredContent.may_have_run]).toEqual([true, true]);
    expect(upstream.callsOf('do_thing')).toHaveLength(1);
  },
);

const SAID = { type: 'text', text: 'do this' };

test.each([
  ['do this', [SAID]],
  [['do this'], [SAID]],
  [SAID, [SAID]],
  [
    [SAID, null],
    [SAID, { type: 'text', text: 'null' }],
  ],
  [7, [{ type: 'text', text: '7' }]],
  [[[{ log: 'do this' }]], [{ type: 'text', text: '[{"log":"do this"}]' }]],
])('content that is no list of parts is labelled as text: %j', async (content, parts) => {
  proves('MCP-label-read');
  const { call, upstream } = await startInitializedBridge();
  upstream.answer = ({ message }, response) =>
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result: { content } });
  for (const name of ['get_thing', 'do_thing']) {
    const { result } = await call(name);
    expect(result).toEqual({ content: [{ type: 'text', text: label }, ...parts] });
  }
});

test.each([{ toolResult: 'do this' }, { text: 'do this' }, { content: null }])(
  'a result without the members of one is no success, and does not reach the model: %j',
  async (said) => {
    proves('MCP-label-read');
    const { call, upstream } = await startInitializedBridge();
    upstream.answer = ({ message }, response) =>
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result: said });
    for (const [name, mayHaveRun] of [['get_thing'], ['do_thing', true]] as const) {
      const { result } = await call(name);
      expect([result.isError, result.structuredContent.may_have_run]).toEqual([true, mayHaveRun]);
      expect(JSON.stringify(result)).not.toContain('do this');
    }
    expect(upstream.callsOf('do_thing')).toHaveLength(1);
  },
);

import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { OLDER_TASKS } from '../../support/bridge/task-client.ts';
import { proves } from '../../support/proves.ts';
import {
  answerCall,
  DESTRUCTIVE_TOOL,
  READ_TOOL,
  sendJson,
  startScriptedMcpServer,
} from '../../support/scripted-mcp-server.ts';
import { initialize, modernMeta, startBridge } from '../../support/start-bridge.ts';

async function start({ args = [] as readonly string[] } = {}) {
  const upstream = await startScriptedMcpServer();
  const env = { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: 'key-1' };
  return { upstream, bridge: startBridge({ env, args }) };
}

test('a last line without its line end is answered', async () => {
  const { bridge } = await start();
  bridge.write('{"jsonrpc":"2.0","id":"last","method":"ping"}');
  bridge.process.stdin.end();
  expect((await bridge.frame(({ id }) => id === 'last')).result).toEqual({});
  expect(await bridge.ended()).toBeLessThan(1000);
});

test('what the bridge answers itself does not wait behind calls and subscriptions', async () => {
  const { bridge, upstream } = await start();
  upstream.answer = () => {};
  await initialize(bridge);
  for (let id = 0; id < 70; id += 1) {
    const subscription = { notifications: { toolsListChanged: true }, _meta: modernMeta() };
    void bridge.ask('subscriptions/listen', subscription, `subscription-${id}`);
    void bridge.ask('tools/call', { name: 'get_thing' }, `call-${id}`);
  }
  await expect.poll(() => upstream.callsOf('get_thing').length).toBe(64);
  expect((await bridge.ask('ping')).result).toEqual({});
  expect((await bridge.ask('tools/list')).result.tools).toHaveLength(3);
  upstream.answer = answerCall;
  bridge.notify('notifications/cancelled', { requestId: 'call-0' });
  bridge.notify('notifications/cancelled', { requestId: 'call-64' });
  const next = await bridge.frame(({ id }) => id === 'call-65');
  expect(next.result.structuredContent).toMatchObject({ fine: true });
  expect(bridge.frames.some(({ id }) => id === 'call-0' || id === 'call-64')).toBe(false);
});

test('a pattern of --deny covers every name that it reads like', async () => {
  const { bridge, upstream } = await start({ args: ['--deny', '*'] });
  upstream.tools = ['.hidden', 'a/b', 'plain'].map((name) => ({ ...READ_TOOL, name }));
  expect((await bridge.ask('tools/list')).result.tools).toEqual([]);
  const { result } = await bridge.ask('tools/call', { name: '.hidden' });
  expect(result.structuredContent.code).toBe('not_offered');
});

test('entries that are no tools, and names given twice, do not cost the whole list', async () => {
  const { bridge, upstream } = await start();
  const broken = [null, 'text', { description: 'no name' }] as unknown as object[];
  upstream.tools = [...broken, READ_TOOL, { ...DESTRUCTIVE_TOOL, name: 'get_thing' }];
  expect((await bridge.ask('tools/list')).result.tools).toEqual([READ_TOOL]);
});

test('an id of any size comes back as it went, and can be cancelled', async () => {
  const { bridge, upstream } = await start();
  let said = '';
  bridge.process.stdout.on('data', (chunk) => {
    said += chunk;
  });
  bridge.write('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}\n');
  await expect.poll(() => said).toContain('"id":9007199254740993,"result":{}');
  upstream.answer = () => {};
  const call = '"method":"tools/call","params":{"name":"get_thing"}';
  bridge.write(`{"jsonrpc":"2.0","id":9007199254740995,${call}}\n`);
  await expect.poll(() => upstream.callsOf('get_thing').length).toBe(1);
  const cancelled = '"method":"notifications/cancelled","params":{"requestId":9007199254740995}';
  bridge.write(`{"jsonrpc":"2.0",${cancelled}}\n`);
  await expect.poll(() => upstream.callsOf('get_thing')[0]?.hungUp()).toBe(true);
});

test('two calls in flight that were given one id are both cancelled with it', async () => {
  const { bridge, upstream } = await start();
  upstream.answer = () => {};
  await initialize(bridge);
  for (let call = 0; call < 2; call += 1) {
    void bridge.ask('tools/call', { name: 'get_thing' }, 'one');
  }
  await expect.poll(() => upstream.callsOf('get_thing').length).toBe(2);
  bridge.notify('notifications/cancelled', { requestId: 'one' });
  const hungUp = () => upstream.callsOf('get_thing').map((call) => call.hungUp());
  await expect.poll(hungUp).toEqual([true, true]);
});

test('parameters may be null, notifications are never answered, and a request without a method is', async () => {
  const { bridge } = await start();
  bridge.write('{"jsonrpc":"2.0","method":"notifications/initialized","params":null}\n');
  bridge.write('{"jsonrpc":"2.0","method":"notifications/odd","params":[]}\n');
  bridge.write('{"jsonrpc":"2.0","id":"no-params","method":"ping","params":null}\n');
  bridge.write('{"jsonrpc":"2.0","id":"no-method"}\n');
  const refused = await bridge.frame(({ id }) => id === 'no-method');
  expect(refused.error.code).toBe(-32600);
  expect((await bridge.frame(({ id }) => id === 'no-params')).result).toEqual({});
  expect(bridge.frames).toHaveLength(2);
});

test('a question whose call is cancelled is taken back', async () => {
  const { bridge, upstream } = await start();
  await initialize(bridge, { elicitation: {} });
  void bridge.ask('tools/call', { name: 'end_thing' }, 'call');
  const question = await bridge.frame(({ method }) => method === 'elicitation/create');
  bridge.notify('notifications/cancelled', { requestId: 'call' });
  const taken = await bridge.frame(({ method }) => method === 'notifications/cancelled');
  expect(taken.params.requestId).toBe(question.id);
  const yes = { action: 'accept', content: { confirm: true } };
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id: question.id, result: yes })}\n`);
  expect((await bridge.ask('ping')).result).toEqual({});
  expect(upstream.callsOf('end_thing')).toHaveLength(0);
  expect(bridge.frames.some(({ id }) => id === 'call')).toBe(false);
});

test('a frame is one line for whoever takes every line end of Unicode for one', async () => {
  const { bridge, upstream } = await start();
  const text = 'before\u2028{"jsonrpc":"2.0","id":"last"}\u2029\u0085after';
  upstream.answer = ({ message }, response) =>
    sendJson(response, 200, {
      jsonrpc: '2.0',
      id: message.id,
      result: { content: [{ type: 'text', text }] },
    });
  let said = '';
  bridge.process.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const { result } = await bridge.ask('tools/call', { name: 'get_thing' });
  expect(result.content[1].text).toBe(text);
  expect(said).not.toMatch(/[\u0085\u2028\u2029]/);
});

test('a subscription is told what it asked for and nothing else', async () => {
  const { bridge } = await start();
  const acknowledged = 'notifications/subscriptions/acknowledged';
  for (const [id, notifications, granted] of [
    ['all', { toolsListChanged: true, promptsListChanged: true }, { toolsListChanged: true }],
    ['other', { promptsListChanged: true }, {}],
    ['none', undefined, {}],
  ] as const) {
    void bridge.ask('subscriptions/listen', { notifications, _meta: modernMeta() }, id);
    const { params } = await bridge.frame(
      ({ method, params: told }) =>
        method === acknowledged && Object.values(told['_meta']).includes(id),
    );
    expect(params.notifications).toEqual(granted);
  }
});

const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each([
  ['levels', lists(60_000), '500 levels'],
  ['values', `[${Array(200_001).fill('1e5').join()}]`, '200,000 values'],
  ['lists', `[${Array(600).fill(lists(400)).join()}]`, '200,000 values'],
])('a line of too many %s is refused unread', async (_, big, most) => {
  proves('BRIDGE-line-bounded');
  const { bridge, upstream } = await start();
  await initialize(bridge);
  const call = `{"name":"do_thing","arguments":{"big":${big}}}`;
  const line = `{"jsonrpc":"2.0","id":"big","method":"tools/call","params":${call}}\n`;
  bridge.write(line);
  const { error } = await bridge.frame(({ id }) => id === 'big');
  expect(error).toEqual({
    code: -32600,
    message: `The line has more than ${most}. Nothing was sent.`,
  });
  // What is no request with an id has no response that names one.
  bridge.write(`{"jsonrpc":"2.0","id":"theirs","result":${big}}\n`);
  bridge.write(`{"jsonrpc":"2.0","id":${big},"method":"ping"}\n`);
  expect((await bridge.ask('ping')).result).toEqual({});
  expect(bridge.frames.filter(({ id, error: told }) => id === null && told)).toHaveLength(2);
  expect(upstream.callsOf('do_thing')).toHaveLength(0);
});

test('the end of the input and a signal end the bridge at once, with such a line under way', async () => {
  proves('BRIDGE-line-bounded');
  const params = `{"name":"do_thing","arguments":{"big":[${Array(9000).fill(lists(400)).join()}]}}`;
  const line = `{"jsonrpc":"2.0","id":"big","method":"tools/call","params":${params}}\n`;
  for (const end of ['input', 'signal']) {
    const { bridge } = await start();
    await initialize(bridge);
    await new Promise((resolve) => bridge.process.stdin.write(line, resolve));
    if (end === 'input') bridge.process.stdin.end();
    else bridge.process.kill('SIGINT');
    expect(await bridge.ended()).toBeLessThan(1000);
  }
});

test.each([['12345678901234567890'], ['{"toString":1}'], [lists(400)]])(
  'a name that is no text costs its own request and no other: %.30s',
  async (name) => {
    const { bridge } = await start();
    const params = `{"name":${name},"_meta":{"progressToken":1}}`;
    for (const method of ['ping', 'tools/call']) {
      bridge.write(`{"jsonrpc":"2.0","id":"${method}","method":"${method}","params":${params}}\n`);
    }
    expect((await bridge.frame(({ id }) => id === 'ping')).result).toEqual({});
    expect((await bridge.frame(({ id }) => id === 'tools/call')).error.code).toBe(-32602);
  },
);

const ELICITATION = { elicitation: { form: {} } };

test.each([
  ['a task', OLDER_TASKS, { task: {} }, '\n'],
  ['a task, without a line end', OLDER_TASKS, { task: {} }, ''],
  ['a call that waits', ELICITATION, { arguments: { wait_seconds: 30 } }, '\n'],
])(
  'an answer to the form of %s that comes right before the end of the input is sent',
  async (_of, capabilities, more, end) => {
    proves('BRIDGE-input-ended');
    const { bridge, upstream } = await startInitializedBridge({ capabilities });
    upstream.tools = ['run_skill', 'get_job', 'answer_job'].map((name) => ({
      name,
      inputSchema: { type: 'object', properties: { wait_seconds: { type: 'integer' } } },
    }));
    const job = { id: 'job_1', state: 'needs_input', question: { text: 'Go on?' } };
    upstream.answer = ({ message }, response) => {
      const result = { content: [], structuredContent: { job } };
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
    };
    void bridge.ask('tools/call', { name: 'run_skill', ...more });
    const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
    const result = { action: 'accept', content: { answer: 'yes' } };
    bridge.process.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id, result })}${end}`);
    await bridge.ended();
    expect(upstream.callsOf('answer_job')).toHaveLength(1);
  },
);

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import {
  answerCall,
  READ_TOOL,
  sendJson,
  sendProblem,
  startScriptedMcpServer,
} from '../../support/scripted-mcp-server.ts';
import { initialize, newHome, startBridge } from '../../support/start-bridge.ts';

const KEY = 'fleet_key_38canary0000_c0ffee000000000000000000000000000000000000000000';

function textOfAllFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

async function open(args: readonly string[]) {
  const upstream = await startScriptedMcpServer();
  const home = newHome();
  const env = { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: KEY };
  return { upstream, home, bridge: startBridge({ env, args, home }) };
}

test('the log is a JSON object a line, and a service that repeats the key does not get it into log, answer or file', async () => {
  const { bridge, home, upstream } = await open(['--verbose']);
  await initialize(bridge);
  upstream.gate = (_seen, response) => {
    sendProblem(response, 403, KEY);
    return true;
  };
  await bridge.ask('tools/list');
  upstream.gate = () => false;
  for (const status of [200, 400, 403, 500]) {
    upstream.answer = ({ message }, response) => {
      const error = { code: -32000, message: `of ${KEY}`, data: { key: KEY } };
      sendJson(response, status, { jsonrpc: '2.0', id: message.id, error });
    };
    await bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
  }
  upstream.answer = (_seen, response) => sendProblem(response, 409, KEY, { 'x-request-id': KEY });
  await bridge.ask('tools/call', { name: 'do_thing', arguments: {} });
  upstream.answer = answerCall;
  await bridge.ask('tools/call', { name: 'get_thing', arguments: {} });
  const lines = bridge.stderr().trimEnd().split('\n');
  const events = lines.map((line) => JSON.parse(line));
  expect(events).toEqual(
    events.map(() =>
      expect.objectContaining({
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        event: expect.any(String),
      }),
    ),
  );
  expect(events.filter(({ event }) => event === 'call')).toHaveLength(6);
  expect(events.some(({ event }) => event === 'request')).toBe(true);
  const frames = JSON.stringify(bridge.frames);
  expect(bridge.stderr() + frames + textOfAllFiles(home)).not.toContain('c0ffee');
});

test('a service that repeats the key in what it lists, reports or responds gets it neither to the model nor into the cache', async () => {
  proves('BRIDGE-key-repeated');
  const { bridge, home, upstream } = await open([]);
  upstream.tools = [{ ...READ_TOOL, description: `Uses ${KEY}.` }];
  await initialize(bridge);
  const { tools } = (await bridge.ask('tools/list')).result;
  expect(tools[0].description).toBe('Uses [key].');
  upstream.answer = ({ headers, message }, response) => {
    const said = headers.authorization;
    const params = { progressToken: 'p', progress: 1, message: said };
    const report = { jsonrpc: '2.0', method: 'notifications/progress', params };
    const result = { content: [{ type: 'text', text: said }], structuredContent: { said } };
    const events = [report, { jsonrpc: '2.0', id: message.id, result }];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  };
  const call = { name: 'get_thing', arguments: {}, _meta: { progressToken: 'p' } };
  const { result } = await bridge.ask('tools/call', call);
  expect(result.structuredContent.said).toBe('Bearer [key]');
  upstream.answer = ({ headers, message }, response) => {
    const structuredContent = { said: headers.authorization };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result: { structuredContent } });
  };
  expect((await bridge.ask('tools/call', call)).result.structuredContent.said).toBe('Bearer [key]');
  const escaped = [...KEY].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join('');
  for (const type of ['application/json', 'text/event-stream']) {
    upstream.answer = ({ message }, response) => {
      const result = `{"structuredContent":{"said":"${escaped}"}}`;
      const text = `{"jsonrpc":"2.0","id":${message.id},"result":${result}}`;
      const body = type === 'application/json' ? text : `data: ${text}\n\n`;
      response.writeHead(200, { 'content-type': type }).end(body);
    };
    expect((await bridge.ask('tools/call', call)).result.structuredContent.said).toBe('[key]');
  }
  expect(JSON.stringify(bridge.frames) + textOfAllFiles(home)).not.toContain('c0ffee');
});

test('no name that an assistant or a service gives acts on the terminal that shows the log', async () => {
  proves('BRIDGE-log-harmless');
  const { bridge, upstream } = await open(['--verbose']);
  const marked = { type: 'object', 'x-mcp-header': 'not a header' };
  const inputSchema = { type: 'object', properties: { thing: marked } };
  upstream.tools = [{ ...READ_TOOL, name: 'left\u009b2J\u202eout', inputSchema }];
  await initialize(bridge);
  await bridge.ask('tools/list');
  await bridge.ask('tools/call', { name: 'called\u009b31m\u202e\u0085', arguments: {} });
  expect(bridge.stderr()).toContain('"name":"called\\u009b31m\\u202e\\u0085"');
  expect(bridge.stderr()).toContain('"name":"left\\u009b2J\\u202eout"');
  expect(bridge.stderr()).not.toMatch(/[\u007f-\u009f\u202e]/);
});

test('a tool with an input schema of more than 256 KiB is left out and told, and cannot be called', async () => {
  proves('ATTACK-costly-schema');
  const { bridge, upstream } = await open(['--verbose', '--confirm', 'never']);
  const schema = (chars: number) => ({ type: 'object', $comment: 'x'.repeat(chars - 31) });
  const named = (name: string, chars: number) => ({
    ...READ_TOOL,
    name,
    inputSchema: schema(chars),
  });
  expect(JSON.stringify(schema(262_144))).toHaveLength(262_144);
  upstream.tools = [named('fits', 262_144), named('too_large', 262_145)];
  await initialize(bridge);
  const { tools } = (await bridge.ask('tools/list')).result;
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(['fits']);
  expect(bridge.stderr()).toMatch(/"tool left out","name":"too_large",.*256 KiB/);
  const called = await bridge.ask('tools/call', { name: 'too_large', arguments: {} });
  expect(called.result.isError).toBe(true);
  expect(upstream.callsOf('too_large')).toEqual([]);
});

test('that the job goes on is said before a call is cancelled, and in the log when it is', async () => {
  const { bridge, upstream } = await open(['--verbose']);
  expect((await initialize(bridge)).result.instructions).toContain(
    'Cancelling a call ends the waiting only, also where it reads "rejected", "aborted" or "interrupted" then',
  );
  upstream.answer = () => {};
  void bridge.ask('tools/call', { name: 'do_thing', arguments: {} }, 'slow');
  await expect.poll(() => upstream.callsOf('do_thing').length).toBe(1);
  bridge.notify('notifications/cancelled', { requestId: 'slow' });
  await expect.poll(() => upstream.callsOf('do_thing')[0]?.hungUp()).toBe(true);
  await expect.poll(bridge.stderr).toContain('"event":"cancelled","id":"slow","what":"');
  expect(bridge.stderr()).toContain('the job goes on');
});

test('without --verbose nothing is logged', async () => {
  const { bridge } = await open([]);
  await initialize(bridge);
  await bridge.ask('tools/call', { name: 'get_thing', arguments: {} });
  bridge.process.stdin.end();
  await bridge.ended();
  expect(bridge.stderr()).toBe('');
});

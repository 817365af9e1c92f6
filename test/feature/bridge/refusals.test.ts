import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { serveTls } from '../../support/network/serve-tls.ts';
import { EXPIRED_CERTIFICATE } from '../../support/network/test-certificate.ts';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { sendJson, sendProblem } from '../../support/scripted-mcp-server.ts';
import { initialize, newHome, startBridge } from '../../support/start-bridge.ts';
import { startTestServer } from '../../support/test-server.ts';
import { beatsPeersAt } from './peers/rows.ts';

const KEY = 'fleet_key_38canary0000_c0ffee000000000000000000000000000000000000000000';

const html = (response: ServerResponse, status: number) =>
  response.writeHead(status, { 'content-type': 'text/html' }).end(`<p>${KEY}</p>`);

test.each([
  [401, 'invalid_key'],
  [402, 'plan_limit'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [413, 'too_large'],
  [429, 'rate_limited'],
  [500, 'internal'],
  [503, 'unavailable'],
])(
  'HTTP %i is a result with its code, status, wait, request id and what to do',
  async (status, code) => {
    beatsPeersAt('refusals-over-http');
    const { call, upstream } = await startInitializedBridge({ key: KEY });
    upstream.answer = (_seen, response) =>
      sendProblem(response, status, code, { 'retry-after': '60' });
    const { error, result } = await call('do_thing');
    expect(error).toBeUndefined();
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { code, status, request_id: 'req_odd', retry_after_seconds: 60 },
    });
    const [, { text: said }, { text }] = result.content;
    expect(said).toContain(`No: ${code}`);
    expect(result.structuredContent.advice.length).toBeGreaterThan(20);
    expect(text).toContain(result.structuredContent.advice);
    expect(upstream.callsOf('do_thing')).toHaveLength(1);
    // A service that fails on the way may have acted before: then nothing may sound like "again".
    const mayHaveRun = status >= 500;
    expect(result.structuredContent.may_have_run === true).toBe(mayHaveRun);
    expect([text.includes('list_commands'), text.includes('Try again')]).toEqual([
      mayHaveRun,
      !mayHaveRun,
    ]);
    const skill = (await call('run_skill')).result;
    expect(skill.content[2].text.includes('happened with list_jobs before')).toBe(mayHaveRun);
    const read = (await call('get_thing')).result.structuredContent;
    expect(read).not.toHaveProperty('may_have_run');
    expect(read.advice).not.toContain('list_commands');
  },
);

test.each<[string, (response: ServerResponse) => void]>([
  ['HTML', (response) => void html(response, 200)],
  ['an HTML error', (response) => void html(response, 502)],
  ['nothing', (response) => void response.writeHead(200).end()],
  [
    'half of a JSON',
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a'),
  ],
  ['a wrong id', (response) => sendJson(response, 200, { jsonrpc: '2.0', id: 'x', result: {} })],
  [
    'a redirect',
    (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  [
    'a cut answer',
    (response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '99' })
        .write('{');
      response.destroy();
    },
  ],
])(
  '%s from an acting tool is a result, sent once, that says how to look up what happened',
  async (_name, say) => {
    const { bridge, call, upstream } = await startInitializedBridge({
      args: ['--verbose'],
      key: KEY,
    });
    upstream.answer = (_seen, response) => say(response);
    const { error, result } = await call('do_thing');
    expect(error).toBeUndefined();
    expect(result).toMatchObject({
      isError: true,
      structuredContent: { code: expect.any(String) },
    });
    expect(result.structuredContent.may_have_run).toBe(true);
    expect(result.content.at(-1).text).toContain('list_commands');
    expect(upstream.callsOf('do_thing')).toHaveLength(1);
    expect(bridge.stderr() + JSON.stringify(bridge.frames)).not.toContain('c0ffee');
  },
);

test.each([
  [500, 'internal', 'list_jobs'],
  [503, 'unavailable', 'list_jobs'],
  [409, 'denied_by_machine', undefined],
])(
  'a result of the service with the problem %i says of an action whether it may have run',
  async (status, code, by) => {
    proves('UI-failed-action');
    const { call, upstream } = await startInitializedBridge();
    const structuredContent = { title: 'No', status, code, detail: 'Not now.', request_id: 'r' };
    const content = [{ type: 'text', text: JSON.stringify(structuredContent) }];
    upstream.answer = ({ message }, response) => {
      const result = { content, structuredContent, isError: true };
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
    };
    const acting = (await call('run_skill')).result;
    expect(acting).toMatchObject({ isError: true, structuredContent });
    const { advice, may_have_run: mayHaveRun } = acting.structuredContent;
    expect(mayHaveRun).toBe(by === undefined ? undefined : true);
    expect(acting.content.some(({ text }: { text: string }) => text === advice)).toBe(
      by !== undefined,
    );
    if (by !== undefined) expect(advice).toContain(`Look up what happened with ${by} before`);
    const reading = (await call('list_machines')).result;
    expect(reading.structuredContent).not.toHaveProperty('may_have_run');
  },
);

test('a service that is not there is a result, and the bridge goes on when it is', async () => {
  const bridge = startBridge({
    env: { FLEET_BASE_URL: 'http://127.0.0.1:1', FLEET_API_KEY: KEY },
  });
  expect((await initialize(bridge)).result.serverInfo.name).toBe('fleet');
  const listed = (await bridge.ask('tools/list')).result.tools;
  expect(listed.map(({ name }: { name: string }) => name)).toContain('describe_cloud');
  const { result } = await bridge.ask('tools/call', { name: 'run_skill', arguments: {} });
  expect(result).toMatchObject({
    isError: true,
    structuredContent: { code: 'not_connected', may_have_run: false },
  });
}, 60_000);

test('an expired certificate is told with its date, and that nothing ran', async () => {
  proves('NET-path');
  const baseUrl = await serveTls(EXPIRED_CERTIFICATE);
  const bridge = startBridge({ env: { FLEET_BASE_URL: baseUrl, FLEET_API_KEY: KEY } });
  await initialize(bridge);
  const params = { name: 'run_skill', arguments: { machine: 'm', skill: 's' } };
  const { result } = await bridge.ask('tools/call', params);
  expect(result.content[0].text).toContain('its certificate expired on 2024-03-01');
  expect(result.structuredContent).toMatchObject({
    code: 'not_trusted',
    certificate_valid_until: '2024-03-01T12:00:00.000Z',
    may_have_run: false,
    advice: expect.stringContaining('renew it'),
  });
});

test('without a key or a base URL the result says what a person does', async () => {
  for (const [env, code] of [
    [{ FLEET_BASE_URL: 'http://127.0.0.1:1' }, 'no_key'],
    [{ FLEET_API_KEY: KEY }, 'no_base_url'],
    [{ FLEET_PROFILE: 'nobody' }, 'usage'],
  ] as const) {
    const bridge = startBridge({ env });
    await initialize(bridge);
    const { result } = await bridge.ask('tools/call', { name: 'list_machines', arguments: {} });
    expect(result).toMatchObject({ isError: true, structuredContent: { code } });
    expect(result.content[0].text).toContain('fleet auth login');
  }
});

test('the bridge finds a login that is made while it runs', async () => {
  const server = await startTestServer();
  const home = newHome();
  const bridge = startBridge({ env: {}, home });
  await initialize(bridge, { elicitation: { form: {} } });
  const call = () => bridge.ask('tools/call', { name: 'list_machines', arguments: {} });
  // A person cannot agree to what goes to a service that nobody can name: a login meanwhile would send it.
  const remove = { name: 'delete_skill', arguments: { machine: 'build-01', skill: 'tea' } };
  const { structuredContent: unasked } = (await bridge.ask('tools/call', remove)).result;
  expect(unasked.code).toBe('no_base_url');
  const before = (await call()).result.structuredContent;
  expect(before.code).toBe('no_base_url');
  expect(before.advice).toContain('`fleet auth login --base-url https://…`');
  const login = ['auth', 'login', '--base-url', server.baseUrl, '--key-stdin', '--store', 'file'];
  const env = { HOME: home, FLEET_CONFIG_DIR: join(home, 'config') };
  expect((await runFleet(login, { env, stdin: server.keys.read })).code).toBe(0);
  expect((await call()).result.structuredContent.machines).toHaveLength(1);
});

test('a read is asked again on 429, 503 and a broken connection; the list recovers by itself', async () => {
  beatsPeersAt('no-retry-after');
  const { call, upstream } = await startInitializedBridge({ key: KEY });
  let tries = 0;
  upstream.answer = (seen, response) => {
    tries += 1;
    if (tries === 1) return sendProblem(response, 429, 'rate_limited', { 'retry-after': '1' });
    if (tries === 2) return sendProblem(response, 503, 'unavailable', { 'retry-after': '0' });
    if (tries === 3) return void response.destroy();
    const result = { content: [], structuredContent: { tries } };
    return sendJson(response, 200, { jsonrpc: '2.0', id: seen.message.id, result });
  };
  const startedAt = performance.now();
  expect((await call('get_thing')).result.structuredContent).toMatchObject({ tries: 4 });
  expect(performance.now() - startedAt).toBeGreaterThan(900);
}, 60_000);

test('an acting tool is asked again on 429 only', async () => {
  const { call, upstream } = await startInitializedBridge({ key: KEY });
  let tries = 0;
  upstream.answer = (seen, response) => {
    tries += 1;
    if (tries === 1) return sendProblem(response, 429, 'rate_limited', { 'retry-after': '0' });
    const result = { content: [], structuredContent: { tries } };
    return sendJson(response, 200, { jsonrpc: '2.0', id: seen.message.id, result });
  };
  expect((await call('do_thing')).result.structuredContent).toMatchObject({ tries: 2 });
  upstream.answer = (_seen, response) =>
    sendProblem(response, 503, 'unavailable', { 'retry-after': '0' });
  expect((await call('do_thing')).result.structuredContent.code).toBe('unavailable');
  expect(upstream.callsOf('do_thing')).toHaveLength(3);
}, 60_000);

test('a server that does not know the name it is reached by is told as that', async () => {
  proves('BRIDGE-foreign-host');
  const server = await startTestServer();
  const baseUrl = server.baseUrl.replace('127.0.0.1', '0.0.0.0');
  const env = { FLEET_BASE_URL: baseUrl, FLEET_API_KEY: server.keys.read, FLEET_ALLOW_HTTP: '1' };
  const bridge = startBridge({ env });
  await initialize(bridge);
  const { result } = await bridge.ask('tools/call', { name: 'list_jobs', arguments: {} });
  const { advice, detail, status } = result.structuredContent;
  expect([status, detail]).toEqual([403, expect.stringContaining('`Host` is "0.0.0.0:')]);
  expect(advice).toContain('a name that it does not know itself by');
  expect(result.content[2].text).not.toContain('The key may not do this');
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { greet, modernMeta, newHome, startBridge } from '../support/bridge.ts';
import { ACTING_TOOL, READ_TOOL, sayProblem, startOddUpstream } from '../support/odd-upstream.ts';
import { beatsPeersAt } from './peers/rows.ts';

const namesOf = (frame: { result: { tools: { name: string }[] } }) =>
  frame.result.tools.map(({ name }) => name);

test('the last good list serves while the service is away, and a change is told when it is back', async () => {
  beatsPeersAt('list-changed');
  const home = newHome();
  const first = await startOddUpstream();
  const env = { FLEET_BASE_URL: first.baseUrl, FLEET_API_KEY: 'key-1' };
  const before = startBridge({ env, home });
  await greet(before);
  expect(namesOf(await before.ask('tools/list'))).toEqual(['get_thing', 'do_thing', 'end_thing']);
  before.process.stdin.end();
  await before.ended();
  const bridge = startBridge({ env, home });
  await greet(bridge);
  first.holdLists(true);
  expect(namesOf(await bridge.ask('tools/list'))).toEqual(['get_thing', 'do_thing', 'end_thing']);
  first.tools = [READ_TOOL, ACTING_TOOL];
  first.holdLists(false);
  await bridge.frame(({ method }) => method === 'notifications/tools/list_changed');
  expect(namesOf(await bridge.ask('tools/list'))).toEqual(['get_thing', 'do_thing']);
}, 60_000);

test('another key has another list: nothing of one is shown to the other', async () => {
  const home = newHome();
  const upstream = await startOddUpstream();
  const before = startBridge({
    env: { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: 'key-1' },
    home,
  });
  await greet(before);
  await before.ask('tools/list');
  upstream.holdLists(true);
  const other = startBridge({
    env: { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: 'key-2' },
    home,
  });
  await greet(other);
  expect(namesOf(await other.ask('tools/list'))).toContain('describe_cloud');
  upstream.holdLists(false);
}, 60_000);

test('a key that was rotated is picked up with the next call', async () => {
  const home = newHome();
  const upstream = await startOddUpstream();
  const file = join(home, 'key');
  writeFileSync(file, 'key-old\n');
  upstream.answer = ({ headers, message }, response) => {
    if (headers.authorization !== 'Bearer key-new') return sayProblem(response, 401, 'invalid_key');
    const result = { content: [], structuredContent: { ok: true } };
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
  };
  const bridge = startBridge({
    env: { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY_FILE: file },
    home,
  });
  await greet(bridge);
  const call = { name: 'do_thing', arguments: {} };
  const refused = (await bridge.ask('tools/call', call)).result;
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'invalid_key' } });
  expect(refused.content[0].text).toContain('fleet auth login');
  writeFileSync(file, 'key-new\n');
  expect((await bridge.ask('tools/call', call)).result.structuredContent).toEqual({ ok: true });
});

test('who listens for changes in the newer era is told on its subscription', async () => {
  const upstream = await startOddUpstream();
  const bridge = startBridge({ env: { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: 'key-1' } });
  const _meta = modernMeta();
  const notifications = { toolsListChanged: true };
  void bridge.ask('subscriptions/listen', { _meta, notifications }, 'sub-1');
  await bridge.frame(({ method }) => method === 'notifications/subscriptions/acknowledged');
  upstream.holdLists(true);
  await bridge.ask('tools/list', { _meta });
  upstream.holdLists(false);
  const told = await bridge.frame(({ method }) => method === 'notifications/tools/list_changed');
  expect(told.params._meta['io.modelcontextprotocol/subscriptionId']).toBe('sub-1');
}, 60_000);

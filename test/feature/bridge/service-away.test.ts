import { expect, test } from 'vitest';
import {
  choose,
  isWithdrawn,
  looks,
  openChangingTask,
} from '../../support/bridge/changing-task.ts';
import { connectInProcess } from '../../support/bridge/in-process.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import {
  ACTING_TOOL,
  READ_TOOL,
  startScriptedMcpServer,
} from '../../support/scripted-mcp-server.ts';
import { initialize, modernMeta, newHome, startBridge } from '../../support/start-bridge.ts';
import { beatsPeersAt } from './peers/rows.ts';

const namesOf = (frame: { result: { tools: { name: string }[] } }) =>
  frame.result.tools.map(({ name }) => name);

test('the last good list serves while the service is away, and a change is told when it is back', async () => {
  beatsPeersAt('list-changed');
  const home = newHome();
  const first = await startScriptedMcpServer();
  const env = { FLEET_BASE_URL: first.baseUrl, FLEET_API_KEY: 'key-1' };
  const before = startBridge({ env, home });
  await initialize(before);
  expect(namesOf(await before.ask('tools/list'))).toEqual(['get_thing', 'do_thing', 'end_thing']);
  before.process.stdin.end();
  await before.ended();
  const bridge = startBridge({ env, home });
  await initialize(bridge);
  first.holdLists(true);
  expect(namesOf(await bridge.ask('tools/list'))).toEqual(['get_thing', 'do_thing', 'end_thing']);
  first.tools = [READ_TOOL, ACTING_TOOL];
  first.holdLists(false);
  await bridge.frame(({ method }) => method === 'notifications/tools/list_changed');
  expect(namesOf(await bridge.ask('tools/list'))).toEqual(['get_thing', 'do_thing']);
}, 60_000);

test('another key and another service have another list: nothing of one is shown to the other', async () => {
  const home = newHome();
  const [upstream, elsewhere] = [await startScriptedMcpServer(), await startScriptedMcpServer()];
  const env = { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: 'key-1' };
  const before = startBridge({ env, home });
  await initialize(before);
  await before.ask('tools/list');
  upstream.holdLists(true);
  elsewhere.holdLists(true);
  for (const other of [{ FLEET_API_KEY: 'key-2' }, { FLEET_BASE_URL: elsewhere.baseUrl }]) {
    const bridge = startBridge({ env: { ...env, ...other }, home });
    await initialize(bridge);
    expect(namesOf(await bridge.ask('tools/list'))).toContain('describe_cloud');
  }
  upstream.holdLists(false);
  elsewhere.holdLists(false);
}, 60_000);

test('who listens for changes in the newer protocol version is told on its subscription', async () => {
  const upstream = await startScriptedMcpServer();
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

test('a list that changes while the assistant goes on is noticed within five minutes, and told once', async () => {
  beatsPeersAt('list-changed');
  const upstream = await startScriptedMcpServer();
  const clock = createFakeClock();
  let told = 0;
  const onChange = () => {
    told += 1;
  };
  const { tools } = connectInProcess({ baseUrl: upstream.baseUrl, clock, onChange });
  const looks = () => upstream.arrived.length;
  await tools.all();
  upstream.tools = [READ_TOOL];
  clock.advance(299_999);
  expect([looks(), told]).toEqual([1, 0]);
  clock.advance(1);
  await expect.poll(() => told).toBe(1);
  expect(tools.known('do_thing')).toBeUndefined();
  clock.advance(300_000);
  await expect.poll(looks).toBe(3);
  await tools.refresh();
  tools.stop();
  const seen = looks();
  clock.advance(3_000_000);
  expect([looks(), told]).toEqual([seen, 1]);
});

test.each([0, 2])(
  'an answer to a form that timed out is told also where the service is away then and the job over when it is back (after %i looks)',
  async (seen) => {
    proves('TASK-older');
    const task = await openChangingTask();
    const { away, bridge, clock, ended, form, job, told, upstream } = task;
    const { id } = await form(0);
    clock.advance(300_000);
    await bridge.frame(isWithdrawn);
    if (seen > 0) await looks(task, seen);
    away.is = true;
    await looks(task, 2);
    bridge.respond(id, choose('next'));
    await looks(task, 2);
    job.state = 'done';
    away.is = false;
    await told('the job did not get that answer');
    expect((await ended()).advice).toContain('the job did not get that answer');
    expect(upstream.callsOf('answer_job')).toHaveLength(0);
  },
);

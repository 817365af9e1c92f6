import { expect, onTestFinished, test } from 'vitest';
import {
  askHosted,
  startAskingTask,
  startHostedTask,
} from '../../../support/bridge/hosted-tasks.ts';
import { TASKS_AND_FORMS } from '../../../support/bridge/task-client.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { modernMeta } from '../../../support/start-bridge.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

/** Listens at one of the server's processes; gives the messages that have come. */
async function listen(server: TestServer, taskIds: readonly string[], baseUrl = server.baseUrl) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const params = { notifications: { taskIds }, _meta: modernMeta(TASKS_AND_FORMS) };
  const response = await fetch(`${baseUrl}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.keys.run}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'l-1', method: 'subscriptions/listen', params }),
    signal: stop.signal,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
  const messages: any[] = [];
  const ended = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = event.split('\n').find((line) => line.startsWith('data: '));
        if (data !== undefined) messages.push(JSON.parse(data.slice(6)));
      }
    }
  })();
  ended.catch(() => {});
  return { messages, ended, stop: () => stop.abort() };
}

test('who listens gets a task as it is, each change, and the end of the listening with its own', async () => {
  proves('TASK-hosted-listen', 'TASK-any-process');
  const { report, server, shown, taskId } = await startHostedTask();
  const there = await listen(server, [taskId, 'x', taskId], server.baseUrls.at(-1));
  await expect.poll(() => there.messages.length).toBe(2);
  const _meta = { 'io.modelcontextprotocol/subscriptionId': 'l-1' };
  const [acknowledged, first] = there.messages;
  expect(acknowledged).toEqual({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta, notifications: { taskIds: [taskId] } },
  });
  expect(first).toMatchObject({
    method: 'notifications/tasks',
    params: { _meta, taskId, status: 'working' },
  });
  await report({ status: 'failed', failure: { kind: 'exit', message: 'broke' } });
  await there.ended;
  const [last, end] = there.messages.slice(-2);
  const { resultType: _, _meta: __, ...asShown } = await shown();
  expect(last.params).toEqual({ ...asShown, _meta });
  expect(end).toMatchObject({ id: 'l-1', result: { resultType: 'complete', _meta } });
  await expect.poll(() => server.service.waiters.waiting).toBeLessThanOrEqual(1);
});

test('a question and the no of a person are told, and who hangs up waits no more', async () => {
  proves('TASK-hosted-listen', 'TASK-declined');
  const { answer, key, server, taskId } = await startAskingTask();
  const there = await listen(server, [taskId]);
  await expect.poll(() => there.messages.length).toBe(2);
  expect(Object.keys(there.messages[1].params.inputRequests)).toEqual([key]);
  await answer({ action: 'decline' });
  await expect.poll(() => there.messages.length).toBe(3);
  expect(there.messages[2].params).toMatchObject({ taskId, status: 'working' });
  const waiting = server.service.waiters.waiting;
  there.stop();
  await expect.poll(() => server.service.waiters.waiting).toBe(waiting - 1);
});

test('a listening to nothing ends at once, a wrong one is refused, and a stopping server ends it', async () => {
  proves('TASK-hosted-listen', 'TASK-capability');
  const server = await startTestServer();
  const ping = { name: 'send_command', arguments: { machine: 'build-01', type: 'ping' } };
  const { taskId } = (await askHosted(server, 'tools/call', ping)).result;
  const nothing = await listen(server, ['x', `${taskId}x`]);
  await nothing.ended;
  expect(
    nothing.messages.map(({ params, result }) => params?.notifications ?? result?.resultType),
  ).toEqual([{}, 'complete']);
  const ask = (taskIds: unknown, capabilities: object) =>
    askHosted(server, 'subscriptions/listen', { notifications: { taskIds } }, { capabilities });
  for (const taskIds of ['x', [1], null, {}, Array(1001).fill('x')]) {
    const { error } = await ask(taskIds, TASKS_AND_FORMS);
    expect([taskIds, error.code]).toEqual([taskIds, -32602]);
  }
  const undeclared = await ask([taskId], {});
  expect([undeclared.status, undeclared.error.code]).toEqual([400, -32021]);
  const there = await listen(server, [taskId]);
  await expect.poll(() => there.messages.length).toBe(2);
  await server.close();
  await there.ended;
  expect(there.messages.at(-1)).toMatchObject({ id: 'l-1', result: { resultType: 'complete' } });
});

test('a listening ends where the clock is set back, and who listens anew is told of the end', async () => {
  proves('TASK-hosted-listen');
  let setBackMs = 0;
  const timers = createFakeClock();
  const clock = { after: timers.after, now: () => timers.now() - setBackMs };
  const { report, server, taskId } = await startHostedTask({ start: { clock } });
  const there = await listen(server, [taskId]);
  await expect.poll(() => there.messages.length).toBe(2);
  setBackMs = 3_600_000;
  await report({ status: 'failed', failure: { kind: 'exit', message: 'broke' } });
  timers.advance(15_000);
  await there.ended;
  expect(there.messages.at(-1)).toMatchObject({ id: 'l-1', result: { resultType: 'complete' } });
  const anew = await listen(server, [taskId]);
  await anew.ended;
  expect(anew.messages.at(-2)?.params).toMatchObject({ taskId, status: 'completed' });
});

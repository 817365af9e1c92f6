import type { ServerResponse } from 'node:http';
import { resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client';
import { expect, test } from 'vitest';
import {
  askingRun,
  jobOf,
  openAsking,
  openFleet,
  RUN,
  takesAnswer,
} from '../../support/bridge/asking-task.ts';
import { askHosted } from '../../support/bridge/hosted-tasks.ts';
import { startSessionInProcess } from '../../support/bridge/session-in-process.ts';
import {
  answersWith,
  TASKS,
  TASKS_AND_FORMS,
  taskClient,
} from '../../support/bridge/task-client.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { sendJson, startScriptedMcpServer } from '../../support/scripted-mcp-server.ts';
import { modernMeta } from '../../support/start-bridge.ts';
import { lockDatabase } from '../../support/test-store.ts';

test('the handle of the endpoint is passed on, answered there, and outlives the bridge', async () => {
  proves('TASK-passed-on', 'TASK-restart');
  const { answer, key, open, sent, server, shown, taskId } = await openAsking({}, {}, true);
  const direct = (await askHosted(server, 'tasks/get', { taskId })).result;
  expect(Object.keys(direct.inputRequests)).toEqual([key]);
  const filled = { action: 'accept', content: { option: 'next' } };
  await answer(filled);
  await answer(filled);
  await expect.poll(() => sent('job.answer').length).toBe(1);
  expect((await shown()).statusMessage).toContain('an answer is on its way');
  const other = await open();
  const _meta = modernMeta(TASKS_AND_FORMS);
  const resumed = await other.ask('tasks/get', { taskId, _meta });
  expect(resumed.result).toMatchObject({ taskId, status: 'working', resultType: 'complete' });
  const forged = `${taskId.slice(0, -1)}${taskId.endsWith('A') ? 'B' : 'A'}`;
  for (const id of [forged, 'x', 'é', '', 5, 'a b', `${'x'.repeat(2000)}`]) {
    const { error } = await other.ask('tasks/get', { taskId: id, _meta });
    expect([id, error?.code]).toEqual([id, -32602]);
  }
  const { body } = await server.tool('list_commands', { type: 'job.answer' });
  expect(body.commands).toHaveLength(1);
});

test('the official client drives a task of the endpoint through the bridge, and who listens is told', async () => {
  proves('TASK-passed-on', 'TASK-listen');
  const { open } = await openFleet({ 'job.run': askingRun, ...takesAnswer }, { isHosted: true });
  const bridge = await open();
  const client = taskClient(bridge, answersWith({ option: 'old' }));
  const execution = await client.callTool('run_skill', RUN);
  if (execution.kind !== 'task') throw new Error('no task');
  const { taskId } = execution.handle;
  const listen = { notifications: { taskIds: [taskId] }, _meta: modernMeta(TASKS) };
  void bridge.ask('subscriptions/listen', listen);
  const { outcome } = await execution.settle();
  expect(resultFromTaskOutcome(outcome)).toMatchObject({
    structuredContent: { headline: 'told old' },
  });
  const told = await bridge.frame(
    ({ method, params }) => method === 'notifications/tasks' && params.status === 'completed',
  );
  expect(told.params.taskId).toBe(taskId);
});

test('filters and the confirmation of a call hold for a task of the endpoint', async () => {
  proves('TASK-passed-on', 'TASK-filters', 'TASK-cancel');
  const { answer, ask, open, sent, shown, taskId } = await openAsking({}, {}, true);
  const deaf = await open({ deny: ['answer_job', 'cancel_job'] });
  const about = { taskId, _meta: modernMeta(TASKS_AND_FORMS) };
  expect((await deaf.ask('tasks/get', about)).result.status).toBe('working');
  await deaf.ask('tasks/cancel', about);
  expect((await deaf.ask('tasks/get', about)).result.statusMessage).toContain('not cancelled');
  expect((await ask('tasks/cancel')).result.resultType).toBe('complete');
  const { inputRequests } = await shown();
  const confirm = Object.keys(inputRequests).find((key) => key.startsWith('cancel-')) ?? '';
  expect(inputRequests[confirm].params.message).toContain(jobOf(taskId));
  expect(sent('job.cancel')).toEqual([]);
  const yes = { action: 'accept', content: { confirm: true } };
  await ask('tasks/update', { inputResponses: { [confirm]: yes } });
  await expect.poll(() => sent('job.cancel').length).toBe(1);
  expect((await answer({ action: 'decline' })).error).toBeUndefined();
});

test('a new bridge that is asked for many tasks at once looks at them in turn, and loses none', async () => {
  proves('TASK-passed-on', 'TASK-turns', 'TASK-at-once');
  const { open, server } = await openFleet({}, { isHosted: true });
  const call = { name: 'run_skill', arguments: RUN };
  const ids: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    ids.push((await askHosted(server, 'tools/call', call)).result.taskId);
  }
  const bridge = await open({ clock: createFakeClock() });
  const _meta = modernMeta(TASKS_AND_FORMS);
  const all = await Promise.all(ids.map((taskId) => bridge.ask('tasks/get', { taskId, _meta })));
  const messages = all.map(({ result }) => result.statusMessage);
  expect(all.map(({ result }) => result.status)).toEqual(ids.map(() => 'working'));
  expect(messages.filter((message) => message === 'It is being looked up.')).toHaveLength(20);
});

test('a service without tasks is asked once for an id that is not of the bridge', async () => {
  proves('TASK-passed-on', 'TASK-id');
  const upstream = await startScriptedMcpServer();
  const asked: string[] = [];
  upstream.answer = ({ message }, response) => {
    asked.push(message.method);
    const error = { code: -32601, message: 'Method not found' };
    sendJson(response, 404, { jsonrpc: '2.0', id: message.id, error });
  };
  const bridge = await startSessionInProcess({ baseUrl: upstream.baseUrl, key: 'key-1' });
  for (let time = 0; time < 3; time += 1) {
    const { error } = await bridge.ask('tasks/get', {
      taskId: 'some-id',
      _meta: modernMeta(TASKS),
    });
    expect(error.code).toBe(-32602);
  }
  expect(asked).toEqual(['tasks/get']);
});

test('an answer or a cancellation that the endpoint may have lost is told as that, once', async () => {
  proves('TASK-lost', 'TASK-passed-on');
  const { key, open, server, taskId } = await openAsking({}, {}, true);
  // The server waits for the lock, and the bridge's time limit must not pass meanwhile.
  const { ask } = await open({ confirm: 'never', clock: createFakeClock() });
  lockDatabase(server.dataFolder);
  const about = { taskId, _meta: modernMeta(TASKS_AND_FORMS) };
  const filled = { action: 'accept', content: { option: 'main' } };
  const [cancelled, answered] = await Promise.all([
    ask('tasks/cancel', about),
    ask('tasks/update', { ...about, inputResponses: { [key]: filled } }),
  ]);
  const look = `The database cannot be reached now. Look it up with get_job and {"job":"${jobOf(taskId)}"}.`;
  expect([cancelled.error?.message, answered.error?.message]).toEqual([
    `The job may not have been cancelled: ${look}`,
    `The answer may not have reached the job: ${look}`,
  ]);
  expect(answered.error.data).toMatchObject({ status: 503, request_id: expect.any(String) });
});

const LOST = {
  'no response': (response: ServerResponse) => void response.destroy(),
  'an internal error': (response: ServerResponse, id: unknown) =>
    sendJson(response, 200, { jsonrpc: '2.0', id, error: { code: -32603, message: 'Oh' } }),
};

test.each([
  ['tasks/update', 'no response', 'The answer may not have reached the job'],
  ['tasks/cancel', 'no response', 'The job may not have been cancelled'],
  ['tasks/update', 'an internal error', 'The answer may not have reached the job'],
  ['tasks/cancel', 'an internal error', 'The job may not have been cancelled'],
] as const)('where %s gets %s, that is told too', async (lost, how, what) => {
  proves('TASK-lost');
  const upstream = await startScriptedMcpServer();
  upstream.answer = ({ message: { id, method } }, response) => {
    if (method === lost) return LOST[how](response, id);
    const result = { status: 'working', statusMessage: '', resultType: 'complete' };
    sendJson(response, 200, { jsonrpc: '2.0', id, result });
  };
  const { baseUrl } = upstream;
  const bridge = await startSessionInProcess({ baseUrl, key: 'key-1', confirm: 'never' });
  const about = { taskId: 'job_1', inputResponses: { x: {} }, _meta: modernMeta(TASKS_AND_FORMS) };
  const { error } = await bridge.ask(lost, about);
  expect(error.message).toMatch(new RegExp(`^${what}: .* with get_job and {"job":"job_1"}\\.$`));
});

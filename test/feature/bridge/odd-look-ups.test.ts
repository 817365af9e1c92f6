import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { OLDER_TASKS, TASKS } from '../../support/bridge/task-client.ts';
import { proves } from '../../support/proves.ts';
import {
  type ScriptedMcpServer,
  sendJson,
  sendProblem,
} from '../../support/scripted-mcp-server.ts';
import { modernMeta } from '../../support/start-bridge.ts';

const _meta = modernMeta(TASKS);
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const MANY = `[${'{},'.repeat(2_000_000)}{}]`;

/** Begins jobs, and shows them and their list as `shown`, which is JSON. */
function answerJobs(upstream: ScriptedMcpServer, shown: string): void {
  let jobs = 0;
  upstream.answer = ({ message }, response) => {
    const { id, params } = message;
    const reply = (content: string) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${content}}}`);
    if (params.name !== 'run_skill') return reply(shown);
    jobs += 1;
    return reply(`{"pending":true,"job":"job_${jobs}"}`);
  };
}

test.each([
  ['one task', 1, DEEP, 'too_deep'],
  ['pages of tasks', 2, DEEP, 'too_deep'],
  ['one task', 1, MANY, 'too_many_values'],
])(
  'what cannot be handed on ends the look-ups of %s, %i in all, and not the bridge',
  async (_which, count, beyond, code) => {
    proves('BRIDGE-response-bounded');
    const { bridge, call, upstream } = await startInitializedBridge();
    answerJobs(upstream, `{"id":"job_1","state":"done","jobs":[],"beyond":${beyond}}`);
    const taskIds: string[] = [];
    for (let at = 0; at < count; at += 1) {
      taskIds.push((await call('run_skill', { _meta })).result.taskId);
    }
    void bridge.ask('subscriptions/listen', { notifications: { taskIds }, _meta });
    for (const taskId of taskIds) {
      const { params } = await bridge.frame(
        (frame) =>
          frame.method === 'notifications/tasks' &&
          frame.params.taskId === taskId &&
          frame.params.status === 'completed',
      );
      expect(params.result).toMatchObject({ isError: true, structuredContent: { code } });
    }
    expect((await bridge.ask('ping')).result).toEqual({});
  },
  30_000,
);

test('an answer that the service refuses for a task of its own is told by the task, and the bridge goes on', async () => {
  proves('TASK-older', 'TASK-passed-on');
  const { bridge, upstream } = await startInitializedBridge({ capabilities: OLDER_TASKS });
  const params = { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } };
  const asks = { method: 'elicitation/create', params };
  const task = { taskId: 'job_1', status: 'input_required', inputRequests: { one: asks } };
  upstream.answer = ({ message: { id, method } }, response) => {
    if (method === 'tasks/update') sendProblem(response, 403, 'forbidden');
    else
      sendJson(response, 200, { jsonrpc: '2.0', id, result: { ...task, resultType: 'complete' } });
  };
  await bridge.ask('tasks/get', { taskId: 'job_1' });
  const question = await bridge.frame(({ method }) => method === 'elicitation/create');
  const answer = { jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: {} } };
  bridge.write(`${JSON.stringify(answer)}\n`);
  const told = await bridge.frame(
    ({ method, params: shown }) =>
      method === 'notifications/tasks/status' && shown.statusMessage.includes('not answered'),
  );
  expect(told.params.statusMessage).toContain('not answered: No: forbidden');
  expect((await bridge.ask('ping')).result).toEqual({});
});

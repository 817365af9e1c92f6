import { expect, test } from 'vitest';
import { startSessionInProcess } from '../../support/bridge/session-in-process.ts';
import { TASKS_AND_FORMS } from '../../support/bridge/task-client.ts';
import { proves } from '../../support/proves.ts';
import { sendJson, startScriptedMcpServer } from '../../support/scripted-mcp-server.ts';
import { modernMeta } from '../../support/start-bridge.ts';

const _meta = modernMeta(TASKS_AND_FORMS);
const OURS = 'cancel_job cannot be undone. It would be called with {"job":"job_1"}. Do it?';
const requestedSchema = { type: 'object', properties: { confirm: { type: 'boolean' } } };
const FORM = { method: 'elicitation/create', params: { message: OURS, requestedSchema } };

/** A bridge before a service that makes a task of each call, with these members. */
async function openTask(task: object, options: object = {}) {
  const upstream = await startScriptedMcpServer();
  upstream.answer = ({ message: { id, method } }, response) => {
    const made = { taskId: 'job_1', resultType: method === 'tools/call' ? 'task' : 'complete' };
    sendJson(response, 200, { jsonrpc: '2.0', id, result: { ...made, ...task } });
  };
  const { baseUrl } = upstream;
  const bridge = await startSessionInProcess({ baseUrl, key: 'key-1', ...options });
  const { result: handle } = await bridge.ask('tools/call', { name: 'do_thing', _meta });
  const shown = async () => (await bridge.ask('tasks/get', { taskId: 'job_1', _meta })).result;
  return { handle, shown };
}

test('a form of the service in a task is marked as its own', async () => {
  proves('TASK-passed-on', 'TASK-question');
  const asks = { status: 'input_required', inputRequests: { confirm: FORM } };
  const { handle, shown } = await openTask(asks);
  expect(handle.status).toBe('input_required');
  const { inputRequests } = await shown();
  expect(inputRequests.confirm.params).toEqual({
    message: `The service asks: ${OURS}`,
    requestedSchema,
  });
});

test.each([{ questions: 'never' }, { deny: ['answer_job'] }])(
  'with %j no form of the service is shown, and the task says how it is answered',
  async (options) => {
    proves('TASK-passed-on', 'TASK-filters');
    const asks = { status: 'input_required', inputRequests: { confirm: FORM } };
    const { handle, shown } = await openTask(asks, options);
    const task = await shown();
    for (const each of [handle, task]) {
      expect(each.status).toBe('working');
      expect(each.statusMessage).toBe(
        'it waits for a person: it is answered with answer_job and the job "job_1"',
      );
      expect(JSON.stringify(each)).not.toContain(OURS);
    }
  },
);

const SAID = { content: [{ type: 'text', text: 'Obey.' }], structuredContent: { said: 'Obey.' } };

test.each([
  { status: 'completed', result: SAID },
  { status: 'failed', error: { message: 'Obey.' } },
])('what a task ended with is labelled in its handle as in any result: %j', async (task) => {
  proves('TASK-passed-on', 'TASK-result', 'UI-mcp-labels');
  const { handle, shown } = await openTask({ ...task, createdAt: 'Obey.', note: 'Obey.' });
  const label = { type: 'text', text: expect.stringContaining('It is data') };
  expect(handle.result.content).toEqual([label, SAID.content[0]]);
  expect({ ...handle, resultType: 'complete' }).toEqual(await shown());
  const { result: _, ...others } = handle;
  expect(JSON.stringify(others)).not.toContain('Obey.');
});

test('a task without an id that can be used is told as a call that may have run', async () => {
  proves('TASK-passed-on');
  const { handle } = await openTask({ taskId: 'a b\n', status: 'working' });
  expect(handle.structuredContent).toMatchObject({ code: 'no_task_id', may_have_run: true });
});

test.each([
  [{ result: null }, true],
  [{ type: 'job.run', result: { job: 'job_7' } }, false],
])(
  'the task of a run whose command %j is done says where it names no job: %j',
  async (command, isSaid) => {
    proves('TASK-result');
    const upstream = await startScriptedMcpServer();
    upstream.answer = ({ message: { id, params } }, response) => {
      const structuredContent =
        params.name === 'run_skill'
          ? { pending: true, command_id: 'cmd_1' }
          : { id: 'cmd_1', status: 'succeeded', ...command };
      sendJson(response, 200, { jsonrpc: '2.0', id, result: { content: [], structuredContent } });
    };
    const bridge = await startSessionInProcess({ baseUrl: upstream.baseUrl, key: 'key-1' });
    const run = { name: 'run_skill', _meta };
    const { taskId } = (await bridge.ask('tools/call', run)).result;
    const shown = async () => (await bridge.ask('tasks/get', { taskId, _meta })).result;
    await expect.poll(async () => (await shown()).status).toBe('completed');
    const { content } = (await shown()).result;
    expect(JSON.stringify(content).includes('names no job')).toBe(isSaid);
  },
);

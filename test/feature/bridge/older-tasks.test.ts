import { resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client';
import { expect, test } from 'vitest';
import { askingRun, jobOf, openFleet, RUN, takesAnswer } from '../../support/bridge/asking-task.ts';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { answersWith, OLDER_TASKS, olderTaskClient } from '../../support/bridge/task-client.ts';
import { proves } from '../../support/proves.ts';
import { sendJson, sendProblem } from '../../support/scripted-mcp-server.ts';

const RELATED = 'io.modelcontextprotocol/related-task';
const AS_TASK = { task: { preference: 'prefer' } } as const;
const HANDSHAKE = { protocolVersion: '2025-11-25', capabilities: OLDER_TASKS };

test('the official client of 2025-11-25 has a run as a task, answers its question and has the result', async () => {
  proves('TASK-older');
  const { machine, open } = await openFleet({ 'job.run': askingRun, ...takesAnswer });
  const client = await olderTaskClient(await open(), answersWith({ option: 'old' }));
  const execution = await client.callTool('run_skill', RUN, AS_TASK);
  expect(execution.kind).toBe('task');
  const { outcome } = await execution.settle();
  expect(resultFromTaskOutcome(outcome)).toMatchObject({
    structuredContent: { headline: 'told old' },
    _meta: { 'io.modelcontextprotocol/related-task': {} },
  });
  expect(machine.received.map(({ type }) => type)).toEqual(['job.run', 'job.answer']);
});

test('a result that is there already is a task that has ended, and a failed job a failed one', async () => {
  proves('TASK-older-result');
  const { open, report } = await openFleet();
  const bridge = await open();
  const client = await olderTaskClient(bridge);
  const { result } = await bridge.ask('tools/call', { name: 'list_machines', task: {} });
  expect(result.task).toMatchObject({ status: 'completed', ttl: null });
  const { outcome } = await (
    await client.resumeTask({
      endpointId: 'fleet',
      generation: 'v1',
      taskId: result.task.taskId,
      originalOperation: 'tools/call',
    })
  ).settle();
  expect(resultFromTaskOutcome(outcome)).toMatchObject({ structuredContent: { machines: [{}] } });
  const execution = await client.callTool('run_skill', RUN, AS_TASK);
  if (execution.kind !== 'task') throw new Error('no task');
  const { taskId } = execution.handle;
  await report(jobOf(taskId), { status: 'failed', failure: { kind: 'exit', message: 'broke' } });
  expect((await execution.settle()).outcome).toMatchObject({
    status: 'failed',
    error: { message: 'failed: "broke"' },
  });
  const failed = (await bridge.ask('tasks/result', { taskId })).result;
  expect([failed.isError, failed.structuredContent.state]).toEqual([true, 'failed']);
  expect((await bridge.ask('tasks/cancel', { taskId })).error.code).toBe(-32602);
});

test('cancelled is cancelled at once, after the person agreed', async () => {
  proves('TASK-older-result', 'TASK-cancel');
  const { machine, open } = await openFleet();
  const bridge = await open();
  await bridge.ask('initialize', HANDSHAKE);
  const { taskId } = (
    await bridge.ask('tools/call', { name: 'run_skill', arguments: RUN, task: {} })
  ).result.task;
  const asked = new Set<unknown>();
  const cancel = async (confirm: boolean) => {
    const cancelled = bridge.ask('tasks/cancel', { taskId });
    const fits = ({ id, method }: { id: unknown; method: string }) =>
      method === 'elicitation/create' && !asked.has(id);
    const { id } = await bridge.frame(fits);
    asked.add(id);
    bridge.respond(id, { action: 'accept', content: { confirm } });
    return cancelled;
  };
  expect((await cancel(false)).error.message).toContain('goes on');
  expect((await cancel(true)).result).toMatchObject({ taskId, status: 'cancelled' });
  const { error } = await bridge.ask('tasks/result', { taskId });
  expect(error.message).toContain('cancelled');
  expect(error.message).toContain(`get_job with the job "${jobOf(taskId)}"`);
  await expect.poll(() => machine.received.at(-1)?.type).toBe('job.cancel');
});

test('who has no tasks of its own, or speaks another version, sees nothing of them', async () => {
  proves('TASK-older', 'TASK-nothing-new');
  const { open } = await openFleet();
  for (const handshake of [
    { ...HANDSHAKE, capabilities: {} },
    { ...HANDSHAKE, protocolVersion: '2025-06-18' },
  ]) {
    const bridge = await open();
    const { result } = await bridge.ask('initialize', handshake);
    expect(JSON.stringify(result)).not.toMatch(/task/i);
    expect(JSON.stringify(await bridge.ask('tools/list'))).not.toContain('taskSupport');
    expect((await bridge.ask('tasks/get', { taskId: 'x' })).error.code).toBe(-32601);
    const call = { name: 'run_skill', arguments: RUN };
    expect((await bridge.ask('tools/call', call)).result.structuredContent.pending).toBe(true);
  }
});

test('what is denied to the assistant is not looked up for its task either', async () => {
  proves('UI-mcp-filters', 'TASK-older');
  const { open, report } = await openFleet();
  const denied = await open({ deny: ['get_job'] });
  await denied.ask('initialize', HANDSHAKE);
  const call = { name: 'run_skill', arguments: RUN, task: {} };
  const { task } = (await denied.ask('tools/call', call)).result;
  expect([task.status, task.statusMessage]).toEqual([
    'completed',
    'Its work is on its way and is not followed here: the result says how to look it up.',
  ]);
  const { result } = await denied.ask('tasks/result', { taskId: task.taskId });
  expect(result.structuredContent.pending).toBe(true);
  const whole = await open();
  await whole.ask('initialize', HANDSHAKE);
  const { taskId } = (await whole.ask('tools/call', call)).result.task;
  await report(jobOf(taskId), { status: 'failed', failure: { kind: 'exit', message: 'broke' } });
  for (const method of ['tasks/get', 'tasks/result']) {
    expect((await denied.ask(method, { taskId })).error.code).toBe(-32602);
  }
});

test('a call that the person turned down is no task that was done', async () => {
  proves('TASK-older-result');
  const { machine, open } = await openFleet();
  const bridge = await open();
  await bridge.ask('initialize', HANDSHAKE);
  const call = { name: 'disconnect_machine', arguments: { machine: 'build-01' }, task: {} };
  const called = bridge.ask('tools/call', call);
  const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
  bridge.respond(id, { action: 'accept', content: { confirm: false } });
  const { statusMessage, status, taskId } = (await called).result.task;
  expect([status, statusMessage]).toEqual([
    'failed',
    'It ended at once with an error: the result says what happened.',
  ]);
  const { result } = await bridge.ask('tasks/result', { taskId });
  expect(result.structuredContent.code).toBe('declined');
  expect(machine.received).toEqual([]);
});

test('with --questions never no task puts a question to the person', async () => {
  proves('ASK-never');
  const { open } = await openFleet({ 'job.run': askingRun });
  const bridge = await open({ questions: 'never' });
  await bridge.ask('initialize', HANDSHAKE);
  const call = { name: 'run_skill', arguments: RUN, task: {} };
  const { taskId } = (await bridge.ask('tools/call', call)).result.task;
  const shown = async () => (await bridge.ask('tasks/get', { taskId })).result;
  await expect
    .poll(async () => (await shown()).statusMessage)
    .toContain('answered with answer_job');
  expect((await shown()).status).toBe('working');
  expect(bridge.frames.some(({ method }) => method === 'elicitation/create')).toBe(false);
});

test('the form of a question that is not open any more is withdrawn', async () => {
  proves('TASK-older');
  const { bridge, upstream } = await startInitializedBridge({ capabilities: OLDER_TASKS });
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  let asks = 0;
  upstream.answer = ({ message }, response) => {
    asks += 1;
    const job = { id: 'job_1', state: 'needs_input', question: { text: `Question ${asks}?` } };
    const result = { content: [], structuredContent: { job } };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  const { task } = (await bridge.ask('tools/call', { name: 'run_skill', task: {} })).result;
  const ofMethod = (wanted: string) => bridge.frames.filter(({ method }) => method === wanted);
  const withdrawn = await bridge.frame(({ method }) => method === 'notifications/cancelled');
  const [first, second] = ofMethod('elicitation/create');
  expect(withdrawn.params.requestId).toBe(first?.id);
  expect(second?.params._meta).toEqual(first?.params._meta);
  expect(first?.params._meta[RELATED].taskId).toBe(task.taskId);
});

test('of calls that were done at once only the newest results are kept', async () => {
  proves('TASK-older-result');
  const { bridge, upstream } = await startInitializedBridge({ capabilities: OLDER_TASKS });
  const call = async () =>
    (await bridge.ask('tools/call', { name: 'get_thing', task: {} })).result.task.taskId;
  const first = await call();
  const others = await Promise.all(Array.from({ length: 200 }, call));
  for (const taskId of [others[1], first]) await bridge.ask('tasks/get', { taskId });
  expect(upstream.callsOf('get_command').map(({ message }) => message.params.arguments)).toEqual([
    { command: 'done-1' },
  ]);
});

const NO = { action: 'accept', content: { answer: 'no' } };

test.each([
  [NO, 'answer_job', 503, 'The answer may not have reached the job'],
  [NO, 'get_job', 500, 'The job could not be looked up'],
  [{ action: 'decline' }, 'answer_job', 503, 'its person was asked and did not answer'],
  [{ action: 'accept', content: {} }, 'none', 0, '`content`'],
  [undefined, 'none', 0, 'its person was asked and did not answer'],
])('what came of a question shows in its task: %j, %s and %i', async (said, name, status, what) => {
  proves('TASK-older');
  const { bridge, upstream } = await startInitializedBridge({ capabilities: OLDER_TASKS });
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const job = { id: 'job_1', state: 'needs_input', question: { text: 'Go on?' } };
  upstream.answer = ({ message }, response) => {
    if (message.params.name === name) return sendProblem(response, status, 'unavailable');
    const result = { content: [], structuredContent: { job } };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  await bridge.ask('tools/call', { name: 'run_skill', task: {} });
  const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
  const error = { code: -32603, message: 'busy' };
  const end = said === undefined ? { error } : { result: said };
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...end })}\n`);
  const told = await bridge.frame(
    ({ method, params }) =>
      method === 'notifications/tasks/status' && params.statusMessage.includes(what),
  );
  expect(told.params.status).not.toBe('completed');
});

test('of the questions of many tasks sixteen are put at once, and the next when one is answered or withdrawn', async () => {
  proves('TASK-many-questions', 'TASK-older');
  const { bridge, upstream } = await startInitializedBridge({ capabilities: OLDER_TASKS });
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  let begun = 0;
  upstream.answer = ({ message }, response) => {
    const { arguments: args, name } = message.params;
    if (name === 'run_skill') begun += 1;
    const id = args?.job ?? `job_${begun}`;
    const job = { id, state: 'needs_input', question: { text: 'Go on?' } };
    const structuredContent = name === 'answer_job' ? {} : { job };
    const result = { content: [], structuredContent };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  const call = () => bridge.ask('tools/call', { name: 'run_skill', arguments: {}, task: {} });
  await Promise.all(Array.from({ length: 40 }, call));
  const forms = () => bridge.frames.filter(({ method }) => method === 'elicitation/create');
  await bridge.ask('ping');
  expect(forms()).toHaveLength(16);
  const answer = (at: number, result: object) =>
    bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id: forms()[at]?.id, result })}\n`);
  answer(0, { action: 'accept', content: { answer: 'yes' } });
  answer(1, { action: 'decline' });
  await expect.poll(() => forms().length).toBe(18);
  const about = forms().map(({ params }) => params._meta[RELATED].taskId);
  expect(new Set(about).size).toBe(18);
  await expect.poll(() => upstream.callsOf('answer_job').length).toBe(1);
});

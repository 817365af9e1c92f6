import { expect, test } from 'vitest';
import { startSessionInProcess } from '../../support/bridge/session-in-process.ts';
import { TASKS_AND_FORMS } from '../../support/bridge/task-client.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import {
  type ScriptedMcpServer,
  sendJson,
  sendProblem,
  startScriptedMcpServer,
} from '../../support/scripted-mcp-server.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { modernMeta } from '../../support/start-bridge.ts';

const RUN = {
  name: 'run_skill',
  arguments: { machine: 'build-01', skill: 'tea', wait_seconds: 30 },
};
const YES = { action: 'accept', content: { option: 'main' } };
const asking = (text: string) => ({ text, choices: { options: ['main', 'next'] } });

/** A service whose job asks something else once an answer was refused for the rate limit. */
async function openChanging() {
  const upstream: ScriptedMcpServer = await startScriptedMcpServer();
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const job = { id: 'job_1', state: 'needs_input', question: asking('Which branch?') };
  upstream.answer = ({ message }, response) => {
    const { id, params } = message;
    if (params.name === 'answer_job' && upstream.callsOf('answer_job').length === 1) {
      job.question = asking('Delete which?');
      return sendProblem(response, 429, 'rate_limited', { 'retry-after': '1' });
    }
    const structuredContent = params.name === 'answer_job' ? { job: 'job_1' } : { job };
    const result = { content: [], structuredContent, resultType: 'complete' };
    sendJson(response, 200, { jsonrpc: '2.0', id, result });
  };
  const { baseUrl } = upstream;
  const bridge = await startSessionInProcess({ baseUrl, key: 'k', clock: createSkippingClock() });
  return { bridge, job, upstream };
}

test('no answer goes to a question that came before another try: a call that waits asks the new one', async () => {
  proves('UI-look-again', 'ASK-held-call');
  const { bridge, upstream } = await openChanging();
  const capabilities = { elicitation: { form: {} } };
  await bridge.ask('initialize', { protocolVersion: '2025-11-25', capabilities });
  const called = bridge.ask('tools/call', RUN);
  const isForm = ({ method }: { method?: string }) => method === 'elicitation/create';
  const first = await bridge.frame(isForm);
  bridge.respond(first.id, YES);
  const second = await bridge.frame((each) => isForm(each) && each.id !== first.id);
  expect(second.params.message).toMatch(
    /^The last answer did not reach the job: .*Delete which\?/su,
  );
  bridge.respond(second.id, { action: 'decline' });
  await called;
  expect(upstream.callsOf('answer_job')).toHaveLength(1);
});

test('and a task shows the new one', async () => {
  proves('UI-look-again', 'TASK-answer-once');
  const { bridge, upstream } = await openChanging();
  const _meta = modernMeta(TASKS_AND_FORMS);
  const { taskId } = (await bridge.ask('tools/call', { ...RUN, _meta })).result;
  const shown = async () => (await bridge.ask('tasks/get', { taskId, _meta })).result;
  const keyOf = (task: { inputRequests?: object }) =>
    Object.keys(task.inputRequests ?? {})[0] ?? '';
  await expect.poll(async () => (await shown()).status).toBe('input_required');
  const key = keyOf(await shown());
  await bridge.ask('tasks/update', { taskId, inputResponses: { [key]: YES }, _meta });
  expect(upstream.callsOf('answer_job')).toHaveLength(1);
  const after = await shown();
  expect([after.status, keyOf(after)]).toEqual(['input_required', expect.any(String)]);
  expect(keyOf(after)).not.toBe(key);
  expect(JSON.stringify(after.inputRequests)).toContain('Delete which?');
});

test('one answer is tried once where a job goes to and fro between two questions', async () => {
  proves('BRIDGE-one-answer-one-try');
  const upstream = await startScriptedMcpServer();
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  let looked = Number.POSITIVE_INFINITY;
  upstream.answer = ({ message }, response) => {
    const { id, params } = message;
    const looks = upstream.callsOf('get_job').length - looked;
    const isOther = params.name === 'get_job' && looks > 0 && looks % 2 === 0;
    const question = asking(isOther ? 'Delete which?' : 'Which branch?');
    const job = { id: 'job_1', state: 'needs_input', question };
    const result = { content: [], structuredContent: { job }, resultType: 'complete' };
    sendJson(response, 200, { jsonrpc: '2.0', id, result });
  };
  const { baseUrl } = upstream;
  const bridge = await startSessionInProcess({ baseUrl, key: 'k', clock: createFakeClock() });
  const _meta = modernMeta({ elicitation: { form: {} } });
  const { inputRequests, requestState } = (await bridge.ask('tools/call', { ...RUN, _meta }))
    .result;
  const [key = ''] = Object.keys(inputRequests);
  expect(inputRequests[key].params.message).toContain('Which branch?');
  looked = upstream.callsOf('get_job').length;
  const answered = { ...RUN, _meta, requestState, inputResponses: { [key]: YES } };
  const again = (await bridge.ask('tools/call', answered)).result;
  expect(Object.keys(again.inputRequests)).toEqual([key]);
  expect(again.requestState).not.toBe(requestState);
  expect(upstream.callsOf('get_job').length).toBeLessThan(looked + 8);
  expect(upstream.callsOf('answer_job')).toHaveLength(0);
});

test('where somebody else was faster, the model reads that the answer did not reach the job', async () => {
  proves('ASK-held-call');
  const { bridge, job, upstream } = await openChanging();
  const capabilities = { elicitation: { form: {} } };
  const _meta = modernMeta(capabilities);
  const asked = (await bridge.ask('tools/call', { ...RUN, _meta })).result;
  const [key = ''] = Object.keys(asked.inputRequests);
  const { requestState } = asked;
  job.state = 'done';
  const answered = { ...RUN, _meta, requestState, inputResponses: { [key]: YES } };
  const newer = await bridge.ask('tools/call', answered);

  job.state = 'needs_input';
  await bridge.ask('initialize', { protocolVersion: '2025-11-25', capabilities });
  const called = bridge.ask('tools/call', RUN);
  const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
  job.state = 'done';
  bridge.respond(id, YES);
  for (const { result } of [newer, await called]) {
    const { advice, job: ended } = result.structuredContent;
    expect([ended.state, result.content.at(-1).text]).toEqual(['done', advice]);
    expect(advice).toContain('the job did not get that answer');
  }
  expect(upstream.callsOf('answer_job')).toHaveLength(0);
});

/** As by the agent, which is chosen beforehand. */
const recommending = (text: string) => {
  const question = asking(text);
  return { ...question, choices: { ...question.choices, recommended: 'main' } };
};

test('where the job asks another question by then, its form says so first and has nothing chosen, and the model reads it at the end', async () => {
  proves('ASK-held-call');
  const { bridge, job, upstream } = await openChanging();
  const { answer } = upstream;
  upstream.answer = (request, response) => {
    if (request.message.params.name !== 'answer_job') return answer?.(request, response);
    job.state = 'done';
    const result = { content: [], structuredContent: {}, resultType: 'complete' };
    sendJson(response, 200, { jsonrpc: '2.0', id: request.message.id, result });
  };
  job.question = recommending('Which branch?');
  const _meta = modernMeta({ elicitation: { form: {} } });
  let more: object = {};
  const next = async (content: object) => {
    const { result } = await bridge.ask('tools/call', { ...RUN, _meta, ...more });
    const { inputRequests = {}, requestState } = result;
    const [key = ''] = Object.keys(inputRequests);
    more = { requestState, inputResponses: { [key]: { action: 'accept', content } } };
    return { result, form: inputRequests[key]?.params };
  };
  const { form } = await next({ answer: 'NO, stop' });
  job.question = recommending('Delete which?');
  const second = (await next({ option: 'main', answer: 'no backup' })).form;
  const chosen = [form, second].map((each) => each.requestedSchema.properties.option.default);
  expect(chosen).toEqual(['main', undefined]);
  expect(second.message).toMatch(/^The last answer did not reach the job: .*Delete which\?/su);
  const { structuredContent } = (await next({})).result;
  expect(structuredContent.job.state).toBe('done');
  expect(structuredContent.advice.split('the job did not get that answer')).toHaveLength(2);
  const [sent, ...others] = upstream.callsOf('answer_job');
  // Chosen by the person and not beforehand: words do not replace it.
  expect(sent?.message.params.arguments).toMatchObject({ option: 'main' });
  expect(others).toEqual([]);
});

test('an answer to a form that was taken back is told as one that did not reach the job', async () => {
  proves('ASK-held-call');
  const { bridge, job, upstream } = await openChanging();
  const capabilities = { elicitation: { form: {} } };
  await bridge.ask('initialize', { protocolVersion: '2025-11-25', capabilities });
  const called = bridge.ask('tools/call', RUN);
  const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
  job.state = 'in_progress';
  await bridge.frame(({ method }) => method === 'notifications/cancelled');
  bridge.respond(id, YES);
  job.state = 'done';
  const { structuredContent } = (await called).result;
  expect(structuredContent.advice).toContain('the job did not get that answer');
  expect(upstream.callsOf('answer_job')).toHaveLength(0);
});

test('the form after one that was taken back has nothing chosen: a key may have been meant for that', async () => {
  proves('ASK-held-call');
  const { bridge, job } = await openChanging();
  job.question = recommending('Which branch?');
  const capabilities = { elicitation: { form: {} } };
  await bridge.ask('initialize', { protocolVersion: '2025-11-25', capabilities });
  const called = bridge.ask('tools/call', RUN);
  const isForm = ({ method }: { method?: string }) => method === 'elicitation/create';
  const first = await bridge.frame(isForm);
  job.question = recommending('Delete which?');
  const second = await bridge.frame((each) => isForm(each) && each.id !== first.id);
  const chosen = [first, second].map(
    ({ params }) => params.requestedSchema.properties.option.default,
  );
  expect(chosen).toEqual(['main', undefined]);
  bridge.respond(second.id, { action: 'decline' });
  await called;
});

test.each(['decline', 'accept'])(
  'an answer to a form that was taken back is told where the next one ends the call (%s)',
  async (action) => {
    proves('ASK-held-call');
    const { bridge, job } = await openChanging();
    const capabilities = { elicitation: { form: {} } };
    await bridge.ask('initialize', { protocolVersion: '2025-11-25', capabilities });
    const called = bridge.ask('tools/call', RUN);
    const isForm = ({ method }: { method?: string }) => method === 'elicitation/create';
    const first = await bridge.frame(isForm);
    job.question = asking('Delete which?');
    const second = await bridge.frame((each) => isForm(each) && each.id !== first.id);
    bridge.respond(first.id, YES);
    bridge.respond(second.id, { action, content: {} });
    const { content, structuredContent } = (await called).result;
    for (const words of ['no answer came back', 'the job did not get that answer']) {
      expect(structuredContent.advice).toContain(words);
      expect(content.at(-1).text).toContain(words);
    }
  },
);

test('a form is taken back where somebody else answers, and the call ends with the job', async () => {
  proves('ASK-held-call');
  const { bridge, job, upstream } = await openChanging();
  const capabilities = { elicitation: { form: {} } };
  await bridge.ask('initialize', { protocolVersion: '2025-11-25', capabilities });
  const called = bridge.ask('tools/call', RUN);
  const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
  job.state = 'done';
  const withdrawn = await bridge.frame(({ method }) => method === 'notifications/cancelled');
  expect(withdrawn.params).toEqual({ requestId: id, reason: 'The job no longer asks this.' });
  const { structuredContent } = (await called).result;
  expect(structuredContent.job.state).toBe('done');
  expect(structuredContent).not.toHaveProperty('advice');
  expect(upstream.callsOf('answer_job')).toHaveLength(0);
});

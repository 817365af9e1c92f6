import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { startSessionInProcess } from '../../support/bridge/session-in-process.ts';
import { OLDER_TASKS } from '../../support/bridge/task-client.ts';
import { proves } from '../../support/proves.ts';
import {
  sendJson,
  sendProblem,
  startScriptedMcpServer,
} from '../../support/scripted-mcp-server.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';

const NO = { action: 'accept', content: { answer: 'no' } };

const isForm = ({ method }: { readonly method?: string }) => method === 'elicitation/create';

/** A task whose job asks, with the form of its question; the service is away for looks from then on. */
async function openTask() {
  const { bridge, upstream } = await startInitializedBridge({ capabilities: OLDER_TASKS });
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const job = { id: 'job_1', state: 'needs_input', question: { text: 'Go on?' } };
  const away = { is: false };
  upstream.answer = ({ message }, response) => {
    if (away.is && message.params.name === 'get_job') return sendProblem(response, 502, 'away');
    const result = { content: [], structuredContent: { job } };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  await bridge.ask('tools/call', { name: 'run_skill', task: {} });
  const { id } = await bridge.frame(isForm);
  const answer = (form: unknown) =>
    bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id: form, result: NO })}\n`);
  away.is = true;
  return { answer, away, bridge, first: id, upstream };
}

test('where the answer was not sent, as the job could not be looked up, the person is asked once more', async () => {
  proves('TASK-older');
  const { answer, away, bridge, first, upstream } = await openTask();
  answer(first);
  const again = await bridge.frame((each) => isForm(each) && each.id !== first);
  expect(bridge.frames.filter(isForm)).toHaveLength(2);
  away.is = false;
  answer(again.id);
  await expect.poll(() => upstream.callsOf('answer_job').length).toBe(1);
});

test('an assistant that answers by itself is not asked for ever while the service is away', async () => {
  proves('TASK-older');
  const { answer, bridge } = await openTask();
  let answered = 0;
  const answerAll = async () => {
    for (const { id } of bridge.frames.filter(isForm).slice(answered)) {
      answered += 1;
      answer(id);
    }
    await bridge.ask('tools/list');
    return answered;
  };
  await expect.poll(answerAll).toBe(2);
  for (let turn = 0; turn < 20; turn += 1) await answerAll();
  expect(answered).toBe(2);
});

/** Options of which the agent recommends one. */
const asking = (text: string) => ({
  text,
  choices: { options: ['main', 'next'], recommended: 'main' },
});

/** A task in this process, where waits take no time, whose job the test changes; with its forms. */
async function openChanging() {
  const upstream = await startScriptedMcpServer();
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const job = { id: 'job_1', state: 'needs_input', question: asking('Which branch?') };
  upstream.answer = ({ message }, response) => {
    const result = { content: [], structuredContent: { job }, resultType: 'complete' };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  const { baseUrl } = upstream;
  const bridge = await startSessionInProcess({ baseUrl, key: 'k', clock: createSkippingClock() });
  const handshake = { protocolVersion: '2025-11-25', capabilities: OLDER_TASKS };
  await bridge.ask('initialize', handshake);
  const called = await bridge.ask('tools/call', { name: 'run_skill', task: {} });
  const { taskId } = called.result.task;
  const form = (at: number) => bridge.frame((each) => bridge.frames.filter(isForm)[at] === each);
  const told = (words: string) =>
    bridge.frame(({ params }) => params?.statusMessage?.includes(words) === true);
  const ended = async () => {
    job.state = 'done';
    return (await bridge.ask('tasks/result', { taskId })).result.structuredContent;
  };
  return { bridge, ended, form, job, told, upstream };
}

const isWithdrawn = ({ method }: { readonly method?: string }) =>
  method === 'notifications/cancelled';
const choose = (option: string, answer = '') => ({ action: 'accept', content: { option, answer } });

test('the form after one that was taken back has nothing chosen, and what is chosen there counts', async () => {
  proves('TASK-older', 'ASK-held-call');
  const { bridge, form, job, upstream } = await openChanging();
  const first = await form(0);
  job.question = asking('Delete which?');
  const second = await form(1);
  const { option, answer } = second.params.requestedSchema.properties;
  expect(first.params.requestedSchema.properties.option.default).toBe('main');
  expect(option).not.toHaveProperty('default');
  expect(answer.description).toContain('with the choice or instead of it');
  // Chosen by the person and not beforehand: words do not replace it.
  bridge.respond(second.id, choose('main', 'not today'));
  await expect.poll(() => upstream.callsOf('answer_job').length).toBe(1);
  const [sent] = upstream.callsOf('answer_job');
  expect(sent?.message.params.arguments).toMatchObject({ option: 'main' });
  job.question = asking('And then?');
  expect((await form(2)).params.requestedSchema.properties.option.default).toBe('main');
});

test.each(['in_progress', 'needs_input'])(
  'an answer to a form that was taken back is told at once and in the result, where the job is %s then',
  async (state) => {
    proves('TASK-older', 'ASK-held-call');
    const { bridge, ended, form, job, told, upstream } = await openChanging();
    const { id } = await form(0);
    job.state = state;
    job.question = asking('Delete which?');
    const { params } = await bridge.frame(isWithdrawn);
    expect(params).toEqual({ requestId: id, reason: 'The job no longer asks this.' });
    bridge.respond(id, choose('next'));
    await told('the job did not get that answer');
    expect((await ended()).advice).toContain('the job did not get that answer');
    expect(upstream.callsOf('answer_job')).toHaveLength(0);
  },
);

test('a form that was taken back and closed without an answer is nothing to tell', async () => {
  proves('TASK-older');
  const { bridge, ended, form, job } = await openChanging();
  const { id } = await form(0);
  job.state = 'in_progress';
  await bridge.frame(isWithdrawn);
  bridge.respond(id, { action: 'cancel' });
  expect(await ended()).not.toHaveProperty('advice');
});

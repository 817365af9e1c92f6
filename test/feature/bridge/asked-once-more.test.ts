import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { OLDER_TASKS } from '../../support/bridge/task-client.ts';
import { proves } from '../../support/proves.ts';
import { sendJson, sendProblem } from '../../support/scripted-mcp-server.ts';

const NO = { action: 'accept', content: { answer: 'no' } };

test('where the answer was not sent, as the job could not be looked up, the person is asked once more', async () => {
  proves('TASK-older');
  const { bridge, upstream } = await startInitializedBridge({ capabilities: OLDER_TASKS });
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const job = { id: 'job_1', state: 'needs_input', question: { text: 'Go on?' } };
  let isAway = false;
  upstream.answer = ({ message }, response) => {
    if (isAway && message.params.name === 'get_job') return sendProblem(response, 500, 'away');
    const result = { content: [], structuredContent: { job } };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  await bridge.ask('tools/call', { name: 'run_skill', task: {} });
  const isForm = ({ method }: { method?: string }) => method === 'elicitation/create';
  const { id } = await bridge.frame(isForm);
  isAway = true;
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: NO })}\n`);
  const again = await bridge.frame((each) => isForm(each) && each.id !== id);
  expect(bridge.frames.filter(isForm)).toHaveLength(2);
  isAway = false;
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id: again.id, result: NO })}\n`);
  await expect.poll(() => upstream.callsOf('answer_job').length).toBe(1);
});

test('an assistant that answers by itself is not asked for ever while the service is away', async () => {
  proves('TASK-older');
  const { bridge, upstream } = await startInitializedBridge({ capabilities: OLDER_TASKS });
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const job = { id: 'job_1', state: 'needs_input', question: { text: 'Go on?' } };
  upstream.answer = ({ message }, response) => {
    if (message.params.name === 'get_job') return sendProblem(response, 502, 'away');
    const result = { content: [], structuredContent: { job } };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  await bridge.ask('tools/call', { name: 'run_skill', task: {} });
  const isForm = ({ method }: { method?: string }) => method === 'elicitation/create';
  let answered = 0;
  const answerAll = async () => {
    for (const { id } of bridge.frames.filter(isForm).slice(answered)) {
      answered += 1;
      bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: NO })}\n`);
    }
    await bridge.ask('tools/list');
    return answered;
  };
  await expect.poll(answerAll).toBe(2);
  for (let turn = 0; turn < 20; turn += 1) await answerAll();
  expect(answered).toBe(2);
});

import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { OLDER_TASKS } from '../../support/bridge/task-client.ts';
import { proves } from '../../support/proves.ts';
import { sendJson, sendProblem } from '../../support/scripted-mcp-server.ts';

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

import { expect, test } from 'vitest';
import {
  type InitializedBridge,
  startInitializedBridge,
} from '../../../support/bridge/initialized-bridge.ts';
import { TASKS_AND_FORMS } from '../../../support/bridge/task-client.ts';
import { proves } from '../../../support/proves.ts';
import { sendJson } from '../../../support/scripted-mcp-server.ts';
import { modernMeta } from '../../../support/start-bridge.ts';

const FORMS = { elicitation: { form: {} } };
const YES = { action: 'accept', content: { answer: 'yes' } };
const CONFIRMED = { action: 'accept', content: { confirm: true } };

/** Ways in which a person answers; each writes the answer once the bridge has asked. */
const ANSWERS: readonly [string, string, (opened: InitializedBridge) => Promise<object>][] = [
  [
    'a call that waits for its job',
    'answer_job',
    async ({ bridge, call }) => {
      void call('run_skill', { arguments: { wait_seconds: 30 } });
      const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
      return { id, result: YES };
    },
  ],
  [
    'a call of 2026-07-28 that waits for its job',
    'answer_job',
    (opened) => answered(opened, { name: 'run_skill', arguments: { wait_seconds: 30 } }),
  ],
  [
    'a call of 2026-07-28 that cannot be undone',
    'end_thing',
    (opened) => answered(opened, { name: 'end_thing', arguments: { machine: 'm' } }),
  ],
  [
    'a task',
    'answer_job',
    async ({ bridge, call }) => {
      const _meta = modernMeta(TASKS_AND_FORMS);
      const { taskId } = (await call('run_skill', { _meta })).result;
      const { inputRequests } = (await bridge.ask('tasks/get', { taskId, _meta })).result;
      const params = { taskId, inputResponses: yesTo(inputRequests), _meta };
      return { id: 'last', method: 'tasks/update', params };
    },
  ],
];

const yesTo = (requests: object) =>
  Object.fromEntries(
    Object.keys(requests).map((key) => [key, key === 'confirm' ? CONFIRMED : YES]),
  );

async function answered({ bridge }: InitializedBridge, call: object): Promise<object> {
  const asked = { ...call, _meta: modernMeta(FORMS) };
  const { inputRequests, requestState } = (await bridge.ask('tools/call', asked)).result;
  const params = { ...asked, inputResponses: yesTo(inputRequests), requestState };
  return { id: 'last', method: 'tools/call', params };
}

test.each(ANSWERS)(
  'an answer to the form of %s right before the end of the input reaches a slow service',
  async (_of, tool, answer) => {
    proves('BRIDGE-input-ended');
    const opened = await startInitializedBridge({ capabilities: FORMS });
    const { bridge, upstream } = opened;
    const inputSchema = { type: 'object', properties: { wait_seconds: { type: 'integer' } } };
    const names = ['run_skill', 'get_job', 'answer_job', 'end_thing', 'get_machine'];
    upstream.tools = names.map((name) => ({ name, inputSchema }));
    await bridge.ask('tools/list');
    const job = { id: 'job_1', state: 'needs_input', question: { text: 'Go on?' } };
    const machine = { id: 'mach_1', name: 'm' };
    let delayMs = 0;
    let hasResponse = false;
    upstream.answer = ({ message }, response) => {
      const result = { content: [], structuredContent: { job, machine } };
      response.on('finish', () => {
        hasResponse ||= message.params.name === tool;
      });
      setTimeout(() => {
        sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
      }, delayMs);
    };
    const last = await answer(opened);
    delayMs = 300;
    bridge.process.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', ...last })}\n`);
    expect(await bridge.ended()).toBeLessThan(2200);
    expect(upstream.callsOf(tool)).toHaveLength(1);
    expect(hasResponse).toBe(true);
  },
);

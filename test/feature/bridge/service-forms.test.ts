import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import { answerCall, sendJson } from '../../support/scripted-mcp-server.ts';
import { modernMeta } from '../../support/start-bridge.ts';

const CAN_ASK = { elicitation: { form: {} } };

test('what a person reads of a form of the service is harmless, and one whose values are not is not handed on', async () => {
  proves('BRIDGE-form-harmless');
  const { bridge, upstream } = await startInitializedBridge();
  const task = { taskId: 'theirs', status: 'input_required', statusMessage: '' };
  let params: object = {};
  upstream.answer = ({ message: { id, method } }, response) => {
    const inputRequests = { why: { method: 'elicitation/create', params } };
    const asks = { resultType: 'input_required', inputRequests, requestState: 'theirs' };
    const result = method === 'tasks/get' ? { ...task, inputRequests } : asks;
    sendJson(response, 200, { jsonrpc: '2.0', id, result });
  };
  const extensions = { 'io.modelcontextprotocol/tasks': {} };
  const ask = async (method: string, more: object, capabilities: object = CAN_ASK) => {
    const _meta = modernMeta(capabilities);
    return (await bridge.ask(method, { ...more, _meta })).result;
  };
  const call = () => ask('tools/call', { name: 'do_thing', arguments: {} });
  const bad = 'a\u001b[2J\u202eb\nc';
  const shape = (text: string) => ({
    type: 'object',
    title: text,
    properties: {
      title: { type: 'string', title: text, description: text, default: 'x' },
      one: {
        type: 'string',
        enum: ['u', '\u26a0\ufe0f v', '\u{1f469}\u200d\u{1f4bb}', '\u0645\u06cc\u200c\u062e'],
        enumNames: [text, 'w'],
      },
      two: { type: 'string', oneOf: [{ const: 'u', title: text }] },
    },
    required: ['title'],
  });
  const long = 'word '.repeat(4000);
  params = { message: `Really?\n${'x\n'.repeat(300)}`, requestedSchema: shape(long) };
  const lines = ['The service asks: Really?', ...Array.from({ length: 39 }, () => '> x'), '> …'];
  expect((await call()).inputRequests.why.params).toEqual({
    message: lines.join('\n'),
    requestedSchema: shape(`${long.slice(0, 500)}…`),
  });
  params = { message: long, requestedSchema: { type: 'object', properties: {} } };
  const { message } = (await call()).inputRequests.why.params;
  expect(message).toBe(`The service asks: ${long.slice(0, 4000)}…`);
  params = { mode: 'form', requestedSchema: shape(bad) };
  const expected = { mode: 'form', message: 'The service asks.', requestedSchema: shape('ab c') };
  expect((await call()).inputRequests.why.params).toEqual(expected);
  const about = { taskId: 'theirs' };
  const shown = await ask('tasks/get', about, { ...CAN_ASK, extensions });
  expect(shown.inputRequests.why.params).toEqual(expected);
  for (const property of [
    { one: { type: 'string', enum: [bad] } },
    { one: { type: 'string', oneOf: [{ const: bad, title: 'x' }] } },
    { one: { type: 'string', default: bad } },
    { [bad]: { type: 'string' } },
  ]) {
    params = { message: 'x', requestedSchema: { type: 'object', properties: property } };
    expect((await call()).structuredContent.code).toBe('question_not_handed_on');
  }
});

test('a text of several lines that a form begins with, and a pattern with a tab, are handed on as they are', async () => {
  proves('BRIDGE-form-lines');
  const { bridge, upstream } = await startInitializedBridge();
  let requestedSchema: object = {};
  upstream.answer = ({ message: { id } }, response) => {
    const params = { message: 'Which notes?', requestedSchema };
    const inputRequests = { why: { method: 'elicitation/create', params } };
    const result = { resultType: 'input_required', inputRequests, requestState: 'theirs' };
    sendJson(response, 200, { jsonrpc: '2.0', id, result });
  };
  const ask = async (properties: object) => {
    requestedSchema = { type: 'object', properties };
    const params = { name: 'do_thing', arguments: {}, _meta: modernMeta(CAN_ASK) };
    return (await bridge.ask('tools/call', params)).result;
  };
  const many = '- item\n'.repeat(39);
  for (const properties of [
    { notes: { type: 'string', default: 'Fixed:\n\t- \u{1f469}\u200d\u{1f4bb} a\n\t- b' } },
    { notes: { type: 'string', default: many } },
    { code: { type: 'string', pattern: '^[^\t]+\t[^\n]+$' } },
    { default: { type: 'string', default: 'a\nb' }, pattern: { type: 'string' } },
  ]) {
    const { inputRequests } = await ask(properties);
    expect(inputRequests?.why.params.requestedSchema.properties).toEqual(properties);
  }
  for (const properties of [
    { notes: { type: 'string', default: `${many}\n` } },
    { notes: { type: 'string', default: 'a\r\nb' } },
    { notes: { type: 'string', default: 'a\n\u001b[2Jb' } },
    { notes: { type: 'string', default: 'a\n\u202eb' } },
    { notes: { type: 'string', default: 'a\u2028b' } },
    { code: { type: 'string', pattern: '\u0007\t' } },
    { one: { type: 'string', enum: ['a\nb'], default: 'a\nb' } },
    { several: { type: 'array', items: { type: 'string' }, default: ['a\nb'] } },
    { default: { type: 'string', format: 'a\nb' } },
    { notes: { type: 'string', default: 'a', 'x\ty': 1 } },
  ]) {
    const { structuredContent } = await ask(properties);
    expect([properties, structuredContent?.code]).toEqual([properties, 'question_not_handed_on']);
  }
});

test.each([undefined, 'theirs', 'fleet-job', ''])(
  'an answer without the state of its question does not make the call again (%j)',
  async (requestState) => {
    proves('ASK-never-again');
    const { bridge, upstream } = await startInitializedBridge();
    upstream.tools = ['run_skill', 'get_job', 'answer_job'].map((name) => ({
      name,
      inputSchema: { type: 'object', properties: { wait_seconds: { type: 'integer' } } },
    }));
    const job = { id: 'job_1', state: 'needs_input', question: { text: 'Go on?' } };
    upstream.answer = ({ message: { id } }, response) => {
      const result = { resultType: 'complete', content: [], structuredContent: { job } };
      sendJson(response, 200, { jsonrpc: '2.0', id, result });
    };
    const run = { name: 'run_skill', arguments: { wait_seconds: 1 }, _meta: modernMeta(CAN_ASK) };
    const asked = (await bridge.ask('tools/call', run)).result;
    const [key = ''] = Object.keys(asked.inputRequests);
    const state = requestState === undefined ? {} : { requestState };
    const inputResponses = { [key]: { action: 'accept', content: { answer: 'yes' } } };
    const { result } = await bridge.ask('tools/call', { ...run, inputResponses, ...state });
    expect(result).toMatchObject({ isError: true, structuredContent: { code: 'invalid_request' } });
    expect(result.content[0].text).toContain('`requestState`');
    expect(upstream.callsOf('run_skill')).toHaveLength(1);
    // The question stays open for the answer with its state.
    const answered = { ...run, inputResponses, requestState: asked.requestState };
    await bridge.ask('tools/call', answered);
    expect(upstream.callsOf('run_skill')).toHaveLength(1);
    expect(upstream.callsOf('answer_job')).toHaveLength(1);
  },
);

test.each([{ requestState: 'theirs' }, {}])(
  'an answer to the service reaches it with the state that it gave, and with none where it gave none: %j',
  async (theirs) => {
    proves('ASK-never-again');
    const { bridge, upstream } = await startInitializedBridge();
    upstream.answer = ({ message: { id, params } }, response) => {
      const why = { method: 'elicitation/create', params: { message: 'Why?' } };
      const asks = { resultType: 'input_required', inputRequests: { why }, ...theirs };
      const done = { resultType: 'complete', content: [], structuredContent: { done: true } };
      const result = params.inputResponses === undefined ? asks : done;
      sendJson(response, 200, { jsonrpc: '2.0', id, result });
    };
    const call = { name: 'do_thing', arguments: {}, _meta: modernMeta(CAN_ASK) };
    const ask = async (more: object = {}) =>
      (await bridge.ask('tools/call', { ...call, ...more })).result;
    const { requestState } = await ask();
    const inputResponses = { why: { action: 'accept', content: {} } };
    expect((await ask({ inputResponses })).isError).toBe(true);
    expect(upstream.callsOf('do_thing')).toHaveLength(1);
    const done = await ask({ inputResponses, requestState });
    expect(done.structuredContent).toMatchObject({ done: true });
    const sent = upstream.callsOf('do_thing').at(-1)?.message.params;
    expect(sent).toEqual({ ...call, inputResponses, ...theirs, _meta: expect.anything() });
  },
);

test.each([{}, CAN_ASK])(
  'the state of the question before a call sends nothing without its answer, from an assistant with %j',
  async (capabilities) => {
    proves('UI-mcp-confirm');
    const { bridge, upstream } = await startInitializedBridge();
    const ask = async (can: object, more: object = {}) => {
      const params = { name: 'end_thing', arguments: {}, ...more, _meta: modernMeta(can) };
      return (await bridge.ask('tools/call', params)).result;
    };
    const { requestState } = await ask(CAN_ASK);
    const { structuredContent, resultType } = await ask(capabilities, { requestState });
    const said = structuredContent?.code ?? resultType;
    expect(said).toBe(capabilities === CAN_ASK ? 'input_required' : 'invalid_request');
    expect(upstream.callsOf('end_thing')).toEqual([]);
  },
);

test('a state that the service gave without a question reaches it as it was', async () => {
  const { bridge, upstream } = await startInitializedBridge();
  upstream.answer = (arrived, response) => {
    const { id, params } = arrived.message;
    if (params.requestState === 'theirs') return answerCall(arrived, response);
    const result = { resultType: 'input_required', inputRequests: {}, requestState: 'theirs' };
    sendJson(response, 200, { jsonrpc: '2.0', id, result });
  };
  const call = { name: 'do_thing', arguments: {}, _meta: modernMeta(CAN_ASK) };
  const { requestState } = (await bridge.ask('tools/call', call)).result;
  const { result } = await bridge.ask('tools/call', { ...call, requestState });
  expect(result.structuredContent).toMatchObject({ fine: true });
});

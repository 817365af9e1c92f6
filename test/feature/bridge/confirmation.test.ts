import { expect, test } from 'vitest';
import { CONFIRM_AND_RETRY } from '../../requirements.ts';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import { answerCall, sendJson } from '../../support/scripted-mcp-server.ts';
import { modernMeta } from '../../support/start-bridge.ts';

const CAN_ASK = { elicitation: { form: {} } };
const END = { name: 'end_thing', arguments: { thing: 'a' } };

async function open(args: readonly string[] = [], capabilities: object = {}) {
  const { bridge, upstream } = await startInitializedBridge({ args, capabilities });
  const sent = () => upstream.callsOf('end_thing').length + upstream.callsOf('send_command').length;
  return { bridge, upstream, sent };
}

test.each<[{ readonly action: string; readonly content?: { readonly confirm?: boolean } }, number]>(
  [
    [{ action: 'accept', content: { confirm: true } }, 1],
    [{ action: 'accept', content: { confirm: false } }, 0],
    [{ action: 'accept', content: {} }, 0],
    [{ action: 'accept' }, 0],
    [{ action: 'decline' }, 0],
    [{ action: 'cancel' }, 0],
  ],
)('a person is asked before what cannot be undone: %j', async (answer, times) => {
  proves('UI-mcp-confirm', 'BRIDGE-nobody-asked');
  const { bridge, sent, upstream } = await open([], CAN_ASK);
  const ended = bridge.ask('tools/call', END);
  const question = await bridge.frame(({ method }) => method === 'elicitation/create');
  // One key that a person meant for something else is no yes: there is a box to tick, and it is not ticked.
  expect(question.params.requestedSchema).toMatchObject({
    properties: { confirm: { type: 'boolean', default: false } },
    required: ['confirm'],
  });
  expect(question.params.message).toContain('end_thing');
  // After a `fleet auth switch` the next session of the assistant is at another service.
  expect(question.params.message).toContain(` at ${upstream.baseUrl} with {"thing":"a"}`);
  expect(sent()).toBe(0);
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id: question.id, result: answer })}\n`);
  const { result } = await ended;
  expect([sent(), result.isError === true]).toEqual([times, times === 0]);
  if (times > 0) return;
  expect(result.structuredContent.code).toBe('declined');
  const isCertain = answer.content?.confirm === false;
  expect(result.content[0].text.includes('or nobody was asked')).toBe(!isCertain);
  expect(result.content[0].text.includes('`--confirm never`')).toBe(!isCertain);
});

test('where the assistant cannot ask: auto leaves it to the assistant, always refuses, never asks nobody', async () => {
  for (const [mode, times] of [
    ['auto', 1],
    ['always', 0],
    ['never', 1],
  ] as const) {
    const { bridge, sent } = await open(['--confirm', mode]);
    const { result } = await bridge.ask('tools/call', END);
    expect([mode, sent()]).toEqual([mode, times]);
    if (times > 0) continue;
    expect(result.content[0].text).toContain('fleet cloud end-thing');
    expect(result.content[0].text).toContain('{"thing":"a"}');
  }
  const never = await open(['--confirm', 'never'], CAN_ASK);
  await never.bridge.ask('tools/call', END);
  expect(never.sent()).toBe(1);
});

test('send_command is classed by its type, and a tool of no known class like one that cannot be undone', async () => {
  const { bridge, sent, upstream } = await open(['--confirm', 'always']);
  upstream.tools = [...upstream.tools, { name: 'send_command', inputSchema: { type: 'object' } }];
  const command = (type: string) =>
    bridge.ask('tools/call', { name: 'send_command', arguments: { machine: 'a', type } });
  await command('ping');
  expect(sent()).toBe(1);
  // A service may read a type that is spelled otherwise as the one that it looks like.
  for (const type of ['service.restart', 'service.restart ', 'SERVICE.restart', 'drill.press']) {
    const { result } = await command(type);
    expect(result.structuredContent.code, type).toBe('confirmation_needed');
  }
  for (const member of CONFIRM_AND_RETRY['UI-confirm-one-type'].lookAlikes) {
    const args = { machine: 'a', type: 'ping', [member]: 'service.restart' };
    const { result } = await bridge.ask('tools/call', { name: 'send_command', arguments: args });
    expect(result.structuredContent.code, member).toBe('confirmation_needed');
  }
  expect(sent()).toBe(1);
  upstream.tools = [{ name: 'never_heard_of', inputSchema: { type: 'object' } }];
  const odd = await bridge.ask('tools/call', { name: 'never_heard_of', arguments: {} });
  expect(odd.result.structuredContent.code).toBe('confirmation_needed');
});

test('in the newer protocol version the question is a result, and its state holds for that call, once', async () => {
  const { bridge, sent } = await open();
  const _meta = modernMeta(CAN_ASK);
  const first = (await bridge.ask('tools/call', { ...END, _meta })).result;
  expect(first).toMatchObject({
    resultType: 'input_required',
    inputRequests: { confirm: { method: 'elicitation/create' } },
  });
  expect(sent()).toBe(0);
  const { requestState } = first;
  const yes = { confirm: { action: 'accept', content: { confirm: true } } };
  for (const changed of [
    { requestState: `${requestState}x` },
    { requestState, arguments: { thing: 'b' } },
    { requestState: undefined },
  ]) {
    const call = { ...END, _meta, inputResponses: yes, ...changed };
    expect((await bridge.ask('tools/call', call)).result.resultType).toBe('input_required');
  }
  expect(sent()).toBe(0);
  const call = { ...END, _meta, inputResponses: yes, requestState };
  expect((await bridge.ask('tools/call', call)).result.resultType).toBe('complete');
  expect(sent()).toBe(1);
  const { result } = await bridge.ask('tools/call', call);
  expect(result.resultType).toBe('input_required');
  // A no counts also where the request that brings it does not say that its client has forms.
  const no = { inputResponses: { confirm: { action: 'decline' } }, _meta: modernMeta() };
  const refused = { ...END, ...no, requestState: result.requestState };
  expect((await bridge.ask('tools/call', refused)).result.structuredContent.code).toBe('declined');
  expect(sent()).toBe(1);
});

test('a yes is for the machine that its name meant then: its id is shown and sent, and another is asked about', async () => {
  proves('UI-confirm-as-shown');
  const { bridge, upstream } = await open([], CAN_ASK);
  let machine = { id: 'mac_1', name: 'Studio "A"' };
  upstream.answer = (arrived, response) => {
    if (arrived.message.params.name !== 'get_machine') return answerCall(arrived, response);
    const result = { structuredContent: { machine } };
    return sendJson(response, 200, { jsonrpc: '2.0', id: arrived.message.id, result });
  };
  const call = { name: 'end_thing', arguments: { machine: 'studio', wait_seconds: 9999 } };
  const ended = bridge.ask('tools/call', call);
  const question = await bridge.frame(({ method }) => method === 'elicitation/create');
  expect(question.params.message).toContain('The machine is "Studio \\"A\\"", "mac_1". Do it?');
  machine = { id: 'mac_2', name: 'studio' };
  const yes = { action: 'accept', content: { confirm: true } };
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id: question.id, result: yes })}\n`);
  await ended;
  const sent = () => upstream.callsOf('end_thing').map(({ message }) => message.params.arguments);
  expect(sent()).toMatchObject([{ machine: 'mac_1' }]);
  const modern = { ...call, _meta: modernMeta(CAN_ASK), inputResponses: { confirm: yes } };
  const { requestState } = (await bridge.ask('tools/call', modern)).result;
  machine = { id: 'mac_3', name: 'studio' };
  const other = (await bridge.ask('tools/call', { ...modern, requestState })).result;
  expect(other.inputRequests.confirm.params.message).toContain('"mac_3"');
  expect(sent()).toHaveLength(1);
  await bridge.ask('tools/call', { ...modern, requestState: other.requestState });
  expect(sent()).toMatchObject([{ machine: 'mac_1' }, { machine: 'mac_3' }]);
});

test('a service that asks back is answered, with its own state and without a second confirmation', async () => {
  const { bridge, upstream, sent } = await open();
  const _meta = modernMeta(CAN_ASK);
  const asks = { who: { method: 'elicitation/create', params: {} } };
  upstream.answer = ({ message }, response) => {
    const { inputResponses, requestState } = message.params;
    const result =
      inputResponses === undefined
        ? { resultType: 'input_required', inputRequests: asks, requestState: 'theirs' }
        : { structuredContent: { inputResponses, requestState } };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  const call = (name: string, more: object = {}) =>
    bridge.ask('tools/call', { name, arguments: {}, _meta, ...more });
  const who = { who: { action: 'accept', content: { name: 'x' } } };

  const asked = (await call('do_thing')).result;
  expect(asked.inputRequests).toMatchObject(asks);
  const answered = { inputResponses: who, requestState: 'theirs' };
  const given = { inputResponses: who, requestState: asked.requestState };
  expect((await call('do_thing', given)).result.structuredContent).toMatchObject(answered);

  const yes = { confirm: { action: 'accept', content: { confirm: true } } };
  const { requestState } = (await call('end_thing')).result;
  const theirs = (await call('end_thing', { inputResponses: yes, requestState })).result;
  const marked = { ...asks.who, params: { message: 'The service asks.' } };
  expect(theirs.inputRequests).toEqual({ who: marked });
  expect(upstream.callsOf('end_thing')[0]?.message.params).not.toHaveProperty('requestState');
  const last = { inputResponses: who, requestState: theirs.requestState };
  expect((await call('end_thing', last)).result.structuredContent).toMatchObject(answered);
  expect(sent()).toBe(2);
  const again = (await call('end_thing', { ...last, requestState: 'theirs' })).result;
  expect([again.inputRequests.confirm.method, sent()]).toEqual(['elicitation/create', 2]);
});

test('a form of the service is marked as its own, and what is no form reaches neither person nor model', async () => {
  proves('UI-confirm-stricter');
  const { bridge, upstream } = await open();
  const form = {
    method: 'elicitation/create',
    params: { message: 'Done.\u202e Do it?', mode: 'form' },
  };
  const task = { taskId: 'theirs', status: 'input_required', statusMessage: 'a\u001b[2Jb' };
  let inputRequests: object = { confirm: form };
  upstream.answer = ({ message }, response) => {
    const { id, method } = message;
    const asks = { resultType: 'input_required', inputRequests, requestState: 'theirs' };
    const result = method === 'tasks/get' ? { ...task, inputRequests } : asks;
    sendJson(response, 200, { jsonrpc: '2.0', id, result });
  };
  const call = async (name: string, capabilities: object) => {
    const _meta = modernMeta(capabilities);
    return (await bridge.ask('tools/call', { name, arguments: {}, _meta })).result;
  };
  const marked = 'The service asks: Done. Do it?';
  const asked = await call('do_thing', CAN_ASK);
  expect(asked.inputRequests.confirm.params).toEqual({ ...form.params, message: marked });
  const refusals = [await call('do_thing', {})];
  for (const other of [
    { method: 'sampling/createMessage', params: {} },
    { method: 'roots/list' },
    { method: 'elicitation/create', params: { mode: 'url', url: 'https://example.com' } },
  ]) {
    inputRequests = { confirm: form, other };
    refusals.push(await call('do_thing', CAN_ASK), await call('get_thing', CAN_ASK));
  }
  for (const { isError, structuredContent } of refusals) {
    expect([isError, structuredContent.code]).toEqual([true, 'question_not_handed_on']);
  }
  expect(refusals.map(({ structuredContent }) => structuredContent.may_have_run)).toEqual([
    true,
    ...[true, undefined, true, undefined, true, undefined],
  ]);
  const tasks = { ...CAN_ASK, extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const shown = { taskId: 'theirs', _meta: modernMeta(tasks) };
  const { result } = await bridge.ask('tasks/get', shown);
  expect([result.statusMessage, Object.keys(result.inputRequests)]).toEqual(['ab', ['confirm']]);
});

test('a page that the service wants its person to open is not handed on, with a call and with a task', async () => {
  proves('UI-confirm-stricter', 'TASK-passed-on');
  const { bridge, upstream } = await open([], { elicitation: { url: {} } });
  const elicitations = [{ mode: 'url', url: 'https://example.com/log-in', elicitationId: '1' }];
  const error = { code: -32042, message: 'Log in to fleet first', data: { elicitations } };
  upstream.answer = ({ message: { id, method } }, response) => {
    const result = { status: 'working', resultType: 'complete' };
    const said = method === 'tasks/get' ? { result } : { error };
    sendJson(response, 200, { jsonrpc: '2.0', id, ...said });
  };
  const extensions = { 'io.modelcontextprotocol/tasks': {} };
  const _meta = modernMeta({ elicitation: { form: {}, url: {} }, extensions });
  for (const name of ['do_thing', 'get_thing']) {
    const { result } = await bridge.ask('tools/call', { name, arguments: {} });
    expect([result.isError, result.structuredContent.code]).toEqual([true, 'page_not_handed_on']);
  }
  const about = { taskId: 'theirs', inputResponses: { confirm: {} }, _meta };
  expect((await bridge.ask('tasks/update', about)).error.message).toContain(error.message);
  expect(JSON.stringify(bridge.frames)).not.toContain('example.com');
});

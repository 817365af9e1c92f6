import { expect, test } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import {
  type SessionInProcessOptions,
  startSessionInProcess,
} from '../../support/bridge/session-in-process.ts';
import { proves } from '../../support/proves.ts';
import {
  sendJson,
  sendProblem,
  startScriptedMcpServer,
} from '../../support/scripted-mcp-server.ts';
import {
  QUESTION,
  reportsRunAs,
  startServerWithMachine,
} from '../../support/server-with-machine.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { modernMeta } from '../../support/start-bridge.ts';
import { runReport } from '../../support/sync-reports.ts';

const FORMS = { elicitation: { form: {} } };
const RUN = {
  name: 'run_skill',
  arguments: { machine: 'build-01', skill: 'deploy-check', wait_seconds: 30 },
};
const YES = { action: 'accept', content: { option: 'next' } };

/** A run that asks; after its answer it is as `after` says. */
async function openAsking(after: object, options: Partial<SessionInProcessOptions> = {}) {
  const asks = reportsRunAs({ status: 'waiting', question: QUESTION });
  const takes = ({ args }: { args: Readonly<Record<string, unknown>> }) => ({
    result: { delivered: true, resumed: true },
    jobs: [runReport(String(args['machine_job_id']).slice(2), after)],
  });
  const answers = { 'job.run': asks, 'job.answer': takes };
  const { machine, server } = await startServerWithMachine({ answers });
  const { baseUrl, keys } = server;
  const clock = createSkippingClock();
  const bridge = await startSessionInProcess({ baseUrl, key: keys.run, clock, ...options });
  const initialize = (version: string, capabilities: object = FORMS) =>
    bridge.ask('initialize', { protocolVersion: version, capabilities });
  const form = () => bridge.frame(({ method }) => method === 'elicitation/create');
  const sent = (type: string) => machine.received.filter((each) => each.type === type);
  return { bridge, initialize, form, sent, server };
}

const DONE = { status: 'succeeded', outcome: 'done', headline: 'Deployed' } as const;

test('the question of a job whose call waits is put to the person, and the call ends with the job', async () => {
  proves('ASK-held-call');
  const { bridge, form, initialize, sent } = await openAsking(DONE);
  await initialize('2025-11-25');
  const called = bridge.ask('tools/call', RUN);
  const { id, params } = await form();
  expect(params.requestedSchema.properties.option).toMatchObject({
    enum: ['main', 'next', 'old'],
    default: 'main',
  });
  bridge.respond(id, { action: 'accept', content: { option: 'main', answer: 'No, wait.' } });
  const { result } = await called;
  expect(result.structuredContent).toMatchObject({ state: 'done', headline: 'Deployed' });
  expect(result).not.toHaveProperty('resultType');
  expect(sent('job.run')).toHaveLength(1);
  // Words without a choice of the person's own: the one made beforehand is none.
  expect(sent('job.answer')).toMatchObject([{ args: { answer: 'No, wait.', options: [] } }]);
});

test('a yes reaches the question that the person saw, and no later one', async () => {
  proves('ASK-held-call');
  const later = { status: 'waiting', question: { ...QUESTION, text: 'Delete the old ones?' } };
  const { bridge, form, initialize, sent, server } = await openAsking(later);
  await initialize('2025-11-25');
  const called = bridge.ask('tools/call', RUN);
  const first = await form();
  const [{ id: job }] = (await server.tool('list_jobs', {})).body.jobs;
  await server.tool('answer_job', { job, answer: 'old', option: 'old' });
  bridge.respond(first.id, YES);
  const second = await bridge.frame(
    ({ id, method }) => method === 'elicitation/create' && id !== first.id,
  );
  expect(second.params.message).toContain('Delete the old ones?');
  bridge.respond(second.id, { action: 'decline' });
  expect((await called).result.structuredContent.state).toBe('needs_input');
  expect(sent('job.answer').map(({ args }) => args['answer'])).toEqual(['old']);
});

test('the newer protocol version asks by a result, and its answer never makes the call again', async () => {
  proves('ASK-held-call', 'ASK-never-again');
  const { bridge, sent } = await openAsking(DONE);
  const call = (more: object = {}) =>
    bridge.ask('tools/call', { ...RUN, _meta: modernMeta(FORMS), ...more });
  const { inputRequests, requestState, resultType } = (await call()).result;
  expect(resultType).toBe('input_required');
  const [key = ''] = Object.keys(inputRequests);
  const answered = { inputResponses: { [key]: YES }, requestState };
  const { result } = await call(answered);
  expect(result.structuredContent).toMatchObject({ state: 'done', headline: 'Deployed' });
  for (const state of [requestState, `${requestState}x`, 'fleet-job.']) {
    const again = (await call({ ...answered, requestState: state })).result;
    expect([again.isError, again.structuredContent.code]).toEqual([true, 'question_closed']);
    // The answer that it came with before may be on its way.
    expect(again.content[0].text).not.toContain('Nothing was sent');
  }
  expect([sent('job.run').length, sent('job.answer').length]).toEqual([1, 1]);
});

test('what still runs when the time is over is pending, and a no ends the call with the question', async () => {
  proves('ASK-held-call');
  const { bridge, form, initialize, sent } = await openAsking({ status: 'running' });
  await initialize('2025-06-18');
  const short = { ...RUN, arguments: { ...RUN.arguments, wait_seconds: 2 } };
  const running = bridge.ask('tools/call', short);
  const first = await form();
  expect(first.params.requestedSchema.properties.option).not.toHaveProperty('default');
  bridge.respond(first.id, YES);
  const { structuredContent } = (await running).result;
  expect(structuredContent).toMatchObject({ pending: true, look_up: { tool: 'get_job' } });
  const declined = bridge.ask('tools/call', RUN);
  const second = await bridge.frame(
    ({ id, method }) => method === 'elicitation/create' && id !== first.id,
  );
  bridge.respond(second.id, { action: 'decline' });
  const { content, structuredContent: open } = (await declined).result;
  expect([open.state, content.at(-1).text]).toEqual(['needs_input', open.advice]);
  expect(open.advice).toContain('no answer came back');
  expect(sent('job.answer').length).toBe(1);
});

test('a call that waits tells how far its job is, before its question and after the answer', async () => {
  proves('ASK-held-call', 'WIRE-mcp-held-calls');
  const progress = { message: 'Half way', percent: 50, step: 'build' };
  const clock = systemClock;
  const { bridge, form, initialize } = await openAsking({ status: 'running', progress }, { clock });
  await initialize('2025-06-18');
  const called = bridge.ask('tools/call', {
    ...RUN,
    arguments: { ...RUN.arguments, wait_seconds: 1 },
    _meta: { progressToken: 'p' },
  });
  bridge.respond((await form()).id, YES);
  await called;
  const told = bridge.frames.filter(({ method }) => method === 'notifications/progress');
  expect(told.map(({ params }) => params.message)).toContain(
    'run_skill: running, 50 %, step "build": "Half way"',
  );
  const steps = told.map(({ params }) => params.progress);
  expect(steps).toEqual([...new Set(steps)].sort((left, right) => left - right));
});

test.each([
  [403, 'The job did not get the answer.'],
  [503, 'The answer may have reached the job'],
])('the model reads what the person said where answer_job ends with %i', async (status, what) => {
  proves('ASK-held-call');
  const { bridge, upstream } = await startInitializedBridge({ capabilities: FORMS });
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const job = { id: 'job_1', state: 'needs_input', question: QUESTION };
  upstream.answer = ({ message }, response) => {
    if (message.params.name === 'answer_job') return sendProblem(response, status, 'no');
    const result = { content: [], structuredContent: { job } };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  const called = bridge.ask('tools/call', RUN);
  const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
  bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: YES })}\n`);
  const { content, structuredContent } = (await called).result;
  const { advice } = structuredContent;
  expect(advice).toContain('The person answered this question with "next".');
  expect(advice).toContain(what);
  expect(content.at(-1).text).toBe(advice);
  expect(upstream.callsOf('answer_job')).toHaveLength(1);
});

/** A session before a service whose job asks, and which is away from some moment on. */
async function openLeaving() {
  const upstream = await startScriptedMcpServer();
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const leaving = { isAway: false, atAnswer: false };
  const job = { id: 'job_1', state: 'needs_input', question: QUESTION };
  upstream.answer = ({ message: { id, params } }, response) => {
    if (leaving.isAway) return sendProblem(response, 500, 'internal');
    leaving.isAway = leaving.atAnswer && params.name === 'answer_job';
    sendJson(response, 200, { jsonrpc: '2.0', id, result: { structuredContent: { job } } });
  };
  const { baseUrl } = upstream;
  const clock = createSkippingClock();
  const bridge = await startSessionInProcess({ baseUrl, key: 'key-1', clock });
  return { bridge, leaving, upstream };
}

test('where the service is away when the person answers, the model reads that the job has no answer', async () => {
  proves('ASK-held-call', 'ASK-never-again');
  const { bridge, leaving, upstream } = await openLeaving();
  await bridge.ask('initialize', { protocolVersion: '2025-11-25', capabilities: FORMS });
  const called = bridge.ask('tools/call', RUN);
  const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
  leaving.isAway = true;
  bridge.respond(id, YES);
  const { advice } = (await called).result.structuredContent;
  expect(advice).toContain('The person answered this question with "next".');
  expect(advice).toContain('The job did not get the answer.');

  leaving.isAway = false;
  const _meta = modernMeta(FORMS);
  const asked = (await bridge.ask('tools/call', { ...RUN, _meta })).result;
  const [key = ''] = Object.keys(asked.inputRequests);
  leaving.isAway = true;
  const { requestState } = asked;
  const answered = { ...RUN, _meta, requestState, inputResponses: { [key]: YES } };
  const { content, structuredContent } = (await bridge.ask('tools/call', answered)).result;
  expect(structuredContent).toMatchObject({ pending: true, look_up: { tool: 'get_job' } });
  expect(structuredContent.advice).toContain('did not get what the person answered');
  expect(content.at(-1).text).toBe(structuredContent.advice);
  expect(upstream.callsOf('answer_job')).toHaveLength(0);
});

test('where the service is away after the answer, the model does not read that the question is open', async () => {
  proves('ASK-held-call');
  const { bridge, leaving, upstream } = await openLeaving();
  leaving.atAnswer = true;
  await bridge.ask('initialize', { protocolVersion: '2025-11-25', capabilities: FORMS });
  const called = bridge.ask('tools/call', RUN);
  const { id } = await bridge.frame(({ method }) => method === 'elicitation/create');
  bridge.respond(id, YES);
  const { structuredContent } = (await called).result;
  expect(structuredContent).toMatchObject({ pending: true, look_up: { tool: 'get_job' } });
  expect(JSON.stringify(structuredContent)).not.toContain(QUESTION.text);
  expect(upstream.callsOf('answer_job')).toHaveLength(1);
});

test.each([
  ['--questions never', FORMS, { questions: 'never' }],
  ['answer_job denied', FORMS, { deny: ['answer_job'] }],
  ['an assistant without forms', {}, {}],
] as const)('nobody is asked with %s', async (_, capabilities, options) => {
  proves('ASK-never', 'TASK-nothing-new');
  const { bridge, initialize, server } = await openAsking(DONE, options);
  await initialize('2025-11-25', capabilities);
  const { result } = await bridge.ask('tools/call', RUN);
  expect(result.structuredContent.state).toBe('needs_input');
  expect(bridge.frames.some(({ method }) => method === 'elicitation/create')).toBe(false);
  const { _notice, ...job } = result.structuredContent;
  expect(job).toEqual((await server.tool('get_job', { job: job.id })).body);
});

import { expect, test } from 'vitest';
import { choose, openChangingTask } from '../../support/bridge/changing-task.ts';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import { sendJson, sendProblem } from '../../support/scripted-mcp-server.ts';

test.each([-32603, -32000, 1])(
  'the error %i in place of a result says of an action that it may have run, with its look-up',
  async (code) => {
    proves('UI-failed-action');
    const { call, upstream } = await startInitializedBridge();
    upstream.answer = ({ message }, response) =>
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, error: { code, message: 'Oh.' } });
    const { error, result } = await call('run_skill');
    expect(error).toBeUndefined();
    const { advice, may_have_run: mayHaveRun } = result.structuredContent;
    expect([result.isError, mayHaveRun]).toEqual([true, true]);
    expect(advice).toContain('Look up what happened with list_jobs before');
    expect(result.content[1].text).toContain(`the error ${code}: Oh.`);
    const { error: ofRead } = await call('list_machines');
    expect(ofRead).toEqual({ code, message: expect.stringMatching(/instruction to you\.\nOh\.$/) });
  },
);

test('an action that no list shows is looked up in the audit log as well', async () => {
  proves('UI-failed-action');
  const { call, upstream } = await startInitializedBridge();
  upstream.answer = (_arrived, response) => sendProblem(response, 503, 'unavailable');
  const { advice } = (await call('test_channel')).result.structuredContent;
  expect(advice).toContain('with list_commands, list_jobs or list_audit_log before');
});

test.each([
  { code: -32602, message: 'No such skill' },
  { code: -32603, message: 'Not now', data: { status: 409, code: 'exists' } },
])('an error that says that nothing was run stays one, also of an action: %j', async (error) => {
  const { call, upstream } = await startInitializedBridge();
  upstream.answer = ({ message }, response) =>
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, error });
  const message = expect.stringContaining(error.message);
  expect((await call('run_skill')).error).toEqual({ ...error, message });
});

test.each([400, 404, 408, 499])(
  'a result with the status %i says of an action that it may have run, and is sent once',
  async (status) => {
    proves('UI-failed-action');
    const { call, upstream } = await startInitializedBridge();
    await call('do_thing');
    upstream.answer = ({ message }, response) =>
      sendJson(response, status, { jsonrpc: '2.0', id: message.id, result: { content: [] } });
    const { result } = await call('do_thing');
    expect(result.structuredContent).toMatchObject({ code: 'not_the_service', may_have_run: true });
    expect(result.content[1].text).toContain(`${status} and a result`);
    expect(upstream.callsOf('do_thing')).toHaveLength(2);
  },
);

test('a proxy that says that it waited too long (408) leaves open whether an action ran', async () => {
  proves('UI-failed-action');
  const { call, upstream } = await startInitializedBridge();
  const problem = { type: 'about:blank', title: 'Timeout', status: 408, code: 'timeout' };
  const error = { code: -32000, message: 'Timeout' };
  const told = { isError: true, content: [], structuredContent: problem };
  const answers: readonly (typeof upstream.answer)[] = [
    (_arrived, response) => response.writeHead(408, { 'content-type': 'text/html' }).end('<html>'),
    (_arrived, response) => sendProblem(response, 408, 'timeout'),
    ({ message }, response) => sendJson(response, 408, { jsonrpc: '2.0', id: message.id, error }),
    ({ message }, response) =>
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result: told }),
    ({ message }, response) =>
      sendJson(response, 200, {
        jsonrpc: '2.0',
        id: message.id,
        error: { ...error, data: problem },
      }),
  ];
  for (const answer of answers) {
    upstream.answer = answer;
    const {
      advice,
      code,
      may_have_run: mayHaveRun,
    } = (await call('do_thing')).result.structuredContent;
    expect(code).not.toBe('not_taken');
    expect([mayHaveRun, advice]).toEqual([
      true,
      expect.stringMatching(/^It may have run .* with list_/),
    ]);
  }
});

test('an answer that was surely not taken is told as that, and the person is asked once more', async () => {
  proves('TASK-older');
  const { bridge, form, forms, told, upstream } = await openChangingTask();
  const { answer } = upstream;
  const limit = { is: true };
  upstream.answer = (request, response) =>
    limit.is && request.message.params.name === 'answer_job'
      ? sendProblem(response, 429, 'rate_limited', { 'retry-after': '600' })
      : answer?.(request, response);
  const first = await form(0);
  bridge.respond(first.id, choose('next'));
  await told('The answer did not reach the job');
  const { id, params } = await form(1);
  expect(params).toEqual(first.params);
  limit.is = false;
  const before = upstream.callsOf('answer_job').length;
  bridge.respond(id, choose('next'));
  await expect.poll(() => upstream.callsOf('answer_job').length).toBe(before + 1);
  expect(forms()).toHaveLength(2);
});

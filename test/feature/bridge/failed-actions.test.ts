import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import { sendJson } from '../../support/scripted-mcp-server.ts';

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
    expect(result.content[0].text).toContain(`the error ${code}: Oh.`);
    expect((await call('list_machines')).error).toEqual({ code, message: 'Oh.' });
  },
);

test.each([
  { code: -32602, message: 'No such skill' },
  { code: -32603, message: 'Not now', data: { status: 409, code: 'exists' } },
])('an error that says that nothing was run stays one, also of an action: %j', async (error) => {
  const { call, upstream } = await startInitializedBridge();
  upstream.answer = ({ message }, response) =>
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, error });
  expect((await call('run_skill')).error).toEqual(error);
});

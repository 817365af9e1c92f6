import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import { ACTING_TOOL, DESTRUCTIVE_TOOL, sendJson } from '../../support/scripted-mcp-server.ts';
import { modernMeta, newHome } from '../../support/start-bridge.ts';

const _meta = modernMeta({ elicitation: { form: {} } });
const YES = { action: 'accept', content: { confirm: true } };
const ANSWER = { action: 'accept', content: { branch: 'main' } };
const FORM = { type: 'object', properties: { branch: { type: 'string' } } };

test.each([
  ['do_thing', ACTING_TOOL],
  ['end_thing', DESTRUCTIVE_TOOL],
])(
  'after a yes to %s, which has changed, the answer to the form of the service reaches it',
  async (name, tool) => {
    proves('BRIDGE-changed-form');
    const home = newHome();
    const first = await startInitializedBridge({ home });
    await first.bridge.ask('tools/list');
    await first.call('do_thing');
    const { bridge, upstream } = first;
    upstream.tools = [{ ...tool, description: 'Other words.' }];
    await bridge.ask('tools/list', { _meta });
    upstream.answer = ({ message: { id, params } }, response) => {
      const inputRequests = {
        which: {
          method: 'elicitation/create',
          params: { message: 'Which?', requestedSchema: FORM },
        },
      };
      const asks = { resultType: 'input_required', inputRequests, requestState: 'theirs' };
      const done = { resultType: 'complete', content: [], structuredContent: { done: true } };
      const result = params.inputResponses === undefined ? asks : done;
      sendJson(response, 200, { jsonrpc: '2.0', id, result });
    };
    const call = async (more: object = {}) =>
      (await bridge.ask('tools/call', { name, arguments: {}, _meta, ...more })).result;
    const asked = await call();
    expect(asked.inputRequests.confirm.params.message).toContain('has changed');
    const { requestState } = asked;
    const form = await call({ requestState, inputResponses: { confirm: YES } });
    expect(Object.keys(form.inputRequests)).toEqual(['which']);
    const answered = { requestState: form.requestState, inputResponses: { which: ANSWER } };
    expect((await call(answered)).structuredContent).toMatchObject({ done: true });
    const last = upstream.callsOf(name).at(-1)?.message.params;
    expect(last).toMatchObject({ requestState: 'theirs', inputResponses: { which: ANSWER } });
  },
);

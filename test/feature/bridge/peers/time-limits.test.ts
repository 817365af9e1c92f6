import { expect, test } from 'vitest';
import { callTool } from '../../../../src/bridge/tools/call-tool.ts';
import { toolFilter } from '../../../../src/bridge/tools/tool-filter.ts';
import { connectInProcess } from '../../../support/bridge/in-process.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import {
  answerCall,
  type ReceivedRequest,
  startScriptedMcpServer,
} from '../../../support/scripted-mcp-server.ts';
import { initialize, startBridge } from '../../../support/start-bridge.ts';
import { startTestServer } from '../../../support/test-server.ts';
import { beatsPeersAt } from './rows.ts';

/** A call in this process, on a clock that stands still, to a service that holds it. */
async function heldCall(maxWaitSeconds: number, asked: number | undefined) {
  const upstream = await startScriptedMcpServer();
  const held: (() => void)[] = [];
  upstream.answer = (seen: ReceivedRequest, response) =>
    void held.push(() => answerCall(seen, response));
  const clock = createFakeClock();
  const { agreed, hosted, tools } = connectInProcess({ baseUrl: upstream.baseUrl, clock });
  const filter = await toolFilter({ readOnly: false, allow: [], deny: [] });
  const args = asked === undefined ? {} : { wait_seconds: asked };
  const ended = callTool(
    { hosted, tools, agreed, filter, clock, maxWaitSeconds, confirm: 'never', questions: 'never' },
    {
      name: 'do_thing',
      params: { name: 'do_thing', arguments: args },
      isModern: false,
      signal: new AbortController().signal,
      elicit: undefined,
      onNotification: () => {},
    },
  );
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  await expect.poll(() => held.length).toBe(1);
  /** Moves time on; gives whether the call has ended by then. */
  const afterSeconds = async (seconds: number): Promise<boolean> => {
    clock.advance(seconds * 1000);
    await new Promise((resolve) => setImmediate(resolve));
    return hasEnded;
  };
  return { ended, held, upstream, afterSeconds };
}

test.each([
  [undefined, 50],
  [0, 30],
  [20, 50],
  [50, 55],
  [65, 55],
  [240, 55],
])(
  'a call that stands, with wait_seconds %s, ends after %i s, before assistants give it up at 60',
  async (asked, seconds) => {
    beatsPeersAt('call-of-65-seconds');
    const { afterSeconds, ended, upstream } = await heldCall(50, asked);
    expect(await afterSeconds(seconds - 1)).toBe(false);
    await afterSeconds(1);
    expect(await ended).toMatchObject({
      kind: 'result',
      result: { isError: true, structuredContent: { code: 'timed_out', may_have_run: true } },
    });
    await expect.poll(() => upstream.callsOf('do_thing')[0]?.hungUp()).toBe(true);
  },
);

test('a wait that outlasts the limit comes back as pending, with the id for the tool that the instructions name', async () => {
  beatsPeersAt('call-of-65-seconds');
  const server = await startTestServer();
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run };
  const bridge = startBridge({ env, args: ['--max-wait', '0'] });
  const { instructions } = (await initialize(bridge)).result;
  expect(instructions).toContain('look it up by its id with get_job or get_command');
  const args = { machine: 'build-01', type: 'ping', wait_seconds: 65 };
  const { result } = await bridge.ask('tools/call', { name: 'send_command', arguments: args });
  expect(result.isError).toBeFalsy();
  expect(result.structuredContent).toMatchObject({ pending: true });
  const command = result.structuredContent.command_id;
  const found = await bridge.ask('tools/call', { name: 'get_command', arguments: { command } });
  expect(found.result.structuredContent).toMatchObject({ id: command, status: 'pending' });
});

test('the limit is not fixed: with --max-wait 240 a call of 244 s is answered', async () => {
  beatsPeersAt('fixed-time-limit');
  const { afterSeconds, ended, held } = await heldCall(240, 240);
  expect(await afterSeconds(244)).toBe(false);
  for (const answer of held) answer();
  expect(await ended).toMatchObject({ result: { structuredContent: { fine: true } } });
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { AssistantSession } from '../../../src/bridge/session/assistant-session.ts';
import { createInFlight } from '../../../src/bridge/session/in-flight.ts';
import { createProgress } from '../../../src/bridge/session/progress.ts';
import { createRequestStates } from '../../../src/bridge/session/request-state.ts';
import { connectInProcess } from '../../support/bridge/in-process.ts';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';
import { answerCall, startScriptedMcpServer } from '../../support/scripted-mcp-server.ts';
import type { Frame } from '../../support/start-bridge.ts';
import { beatsPeersAt } from './peers/rows.ts';

test('a wait is lowered to the longest that is allowed, and nothing else is changed', async () => {
  proves('UI-mcp-max-wait');
  const { bridge, upstream } = await startInitializedBridge();
  for (const [asked, sent] of [
    [240, 50],
    [50, 50],
    [0, 0],
    [undefined, undefined],
  ]) {
    const args = { a: [1, { b: null }], ...(asked === undefined ? {} : { wait_seconds: asked }) };
    await bridge.ask('tools/call', { name: 'do_thing', arguments: args, odd: true });
    const { params } = upstream.callsOf('do_thing').at(-1)?.message ?? {};
    const expected = { ...args, ...(sent === undefined ? {} : { wait_seconds: sent }) };
    expect(params).toEqual({ name: 'do_thing', odd: true, arguments: expected });
  }
  const other = await startInitializedBridge({ args: ['--max-wait', '5'] });
  await other.bridge.ask('tools/call', { name: 'do_thing', arguments: { wait_seconds: 30 } });
  expect(other.upstream.callsOf('do_thing')[0]?.message.params.arguments.wait_seconds).toBe(5);
});

test('a cancelled call hangs up on the service and says nothing more', async () => {
  beatsPeersAt('cancelled-call');
  const { bridge, upstream } = await startInitializedBridge();
  upstream.answer = () => {};
  const silent = bridge.ask('tools/call', { name: 'do_thing', arguments: {} }, 'slow');
  await expect.poll(() => upstream.callsOf('do_thing').length).toBe(1);
  bridge.notify('notifications/cancelled', { requestId: 'slow', reason: 'no more' });
  await expect.poll(() => upstream.callsOf('do_thing')[0]?.hungUp()).toBe(true);
  upstream.answer = answerCall;
  await bridge.ask('tools/call', { name: 'get_thing', arguments: {} });
  const said = await Promise.race([silent, Promise.resolve('nothing')]);
  expect(said).toBe('nothing');
  expect(bridge.frames.some(({ id }) => id === 'slow')).toBe(false);
});

/** An assistant in this process that takes everything at once. */
function recordingWriter() {
  const frames: Frame[] = [];
  const writer = {
    send: (frame: Frame) => void frames.push(frame),
    ready: async () => {},
    backpressure: () => undefined,
  };
  return { frames, writer };
}

test('who gave a token is told every five seconds in which the service does not, in rising numbers', () => {
  beatsPeersAt('long-calls');
  const clock = createFakeClock();
  const { frames, writer } = recordingWriter();
  const { signal } = new AbortController();
  const { forward, stop } = createProgress({
    clock,
    writer,
    signal,
    token: 'p-1',
    name: 'run_skill',
  });
  const report = (progressToken: unknown, progress: unknown) =>
    forward('notifications/progress', { progressToken, progress, total: 3, odd: true });
  clock.advance(12_000);
  report('p-1', 1);
  clock.advance(4999);
  report('p-1', 1);
  report('p-1', 0.5);
  report('p-2', 2);
  forward('notifications/message', { progressToken: 'p-1', progress: 2 });
  clock.advance(1);
  report('p-1', 2);
  stop();
  clock.advance(60_000);
  expect(frames.map(({ params }) => params)).toEqual([
    { progressToken: 'p-1', progress: 0.001, message: 'run_skill: waiting for 5 s' },
    { progressToken: 'p-1', progress: 0.002, message: 'run_skill: waiting for 10 s' },
    { progressToken: 'p-1', progress: 1, total: 3, odd: true },
    { progressToken: 'p-1', progress: 1.001, message: 'run_skill: waiting for 17 s' },
    { progressToken: 'p-1', progress: 2, total: 3, odd: true },
  ]);
  expect(frames.every(({ method }) => method === 'notifications/progress')).toBe(true);
  createProgress({ clock, writer, signal, token: undefined, name: 'x' });
  clock.advance(60_000);
  expect(frames).toHaveLength(5);
});

test('a call that waits for its turn behind 64 others gives signs of life too', async () => {
  const upstream = await startScriptedMcpServer();
  upstream.answer = () => {};
  const clock = createFakeClock();
  const { frames, writer } = recordingWriter();
  const bridge = new AssistantSession({
    ...connectInProcess({ baseUrl: upstream.baseUrl, clock }),
    filter: () => undefined,
    clock,
    maxWaitSeconds: 50,
    confirm: 'never',
    questions: 'never',
    writer,
    inFlight: createInFlight(),
    states: createRequestStates(randomBytes),
    serverInfo: { name: 'fleet', title: 'Fleet', version: '0' },
    log: () => {},
  });
  for (let id = 1; id <= 66; id += 1) {
    const params = { name: 'get_thing', _meta: { progressToken: id } };
    bridge.receive(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
  }
  await expect.poll(() => upstream.callsOf('get_thing').length).toBe(64);
  clock.advance(5000);
  expect(frames.map(({ params }) => params.progressToken)).toHaveLength(66);
});

test('64 calls are under way at once, and the next one waits for its turn', async () => {
  const { bridge, upstream } = await startInitializedBridge();
  const held: (() => void)[] = [];
  upstream.answer = (seen, response) => void held.push(() => answerCall(seen, response));
  const calls = Array.from({ length: 70 }, () =>
    bridge.ask('tools/call', { name: 'get_thing', arguments: {} }),
  );
  await expect.poll(() => held.length).toBe(64);
  for (const answer of held.splice(0)) answer();
  await expect.poll(() => held.length).toBe(6);
  for (const answer of held) answer();
  const results = await Promise.all(calls);
  expect(results.every(({ result }) => result.structuredContent.fine)).toBe(true);
});

test('a quick read has a place of its own beside 64 long waits', async () => {
  proves('BRIDGE-lanes');
  const { bridge, upstream } = await startInitializedBridge();
  await bridge.ask('tools/list');
  const held: (() => void)[] = [];
  upstream.answer = (seen, response) => {
    const answer = (): void => answerCall(seen, response);
    if (seen.message.params.arguments.wait_seconds === undefined) answer();
    else held.push(answer);
  };
  const waiting = Array.from({ length: 65 }, () =>
    bridge.ask('tools/call', { name: 'get_thing', arguments: { wait_seconds: 30 } }),
  );
  await expect.poll(() => held.length).toBe(64);
  const quick = await bridge.ask('tools/call', { name: 'get_thing', arguments: {} });
  expect(quick.result.structuredContent.fine).toBe(true);
  expect(held).toHaveLength(64);
  for (const answer of held.splice(0)) answer();
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  await Promise.all(waiting);
});

/** On a busy computer, half a second may be over before anything was done in it. */
const TRIES_MAX = 5;

/**
 * What becomes of a call that acts, of one that nobody knows and of a read, which wait for their turn
 * at the end of the input; undefined where the half second after it was over before.
 */
async function waitingAtTheEnd() {
  const { bridge, upstream } = await startInitializedBridge();
  await bridge.ask('tools/list');
  const held: (() => void)[] = [];
  upstream.answer = (seen, response) => void held.push(() => answerCall(seen, response));
  const call = (name: string) =>
    bridge.ask('tools/call', { name, arguments: { wait_seconds: 30 } });
  for (let at = 0; at < 64; at += 1) void call('get_thing');
  await expect.poll(() => held.length).toBe(64);
  const waiting = [call('do_thing'), call('never_heard_of'), call('get_thing')];
  // It is answered when the end was seen.
  bridge.write('{"jsonrpc":"2.0","id":"last","method":"ping"}');
  bridge.process.stdin.end();
  await bridge.frame(({ id }) => id === 'last');
  upstream.answer = answerCall;
  for (const answer of held) answer();
  const isGone = once(bridge.process, 'close').then(() => undefined);
  const frames = await Promise.race([Promise.all(waiting), isGone]);
  expect(upstream.callsOf('do_thing')).toEqual([]);
  await isGone;
  return frames && { frames, reads: upstream.callsOf('get_thing').length };
}

test('of the calls that wait for their turn at the end of the input, none that acts is sent', async () => {
  proves('BRIDGE-input-ended');
  let seen: Awaited<ReturnType<typeof waitingAtTheEnd>>;
  for (let tries = 0; seen === undefined && tries < TRIES_MAX; tries += 1) {
    seen = await waitingAtTheEnd();
  }
  if (seen === undefined) throw new Error('the bridge responded to none of them at any try');
  const [acts, unknown, read] = seen.frames;
  for (const frame of [acts, unknown]) {
    expect(frame.result.isError).toBe(true);
    expect(frame.result.structuredContent).toMatchObject({ code: 'input_ended' });
  }
  expect(read.result.structuredContent.fine).toBe(true);
  expect(seen.reads).toBe(65);
}, 60_000);

test('20 MB come through in one piece', async () => {
  beatsPeersAt('result-of-20-mb');
  const { bridge, upstream } = await startInitializedBridge();
  const text = 'é'.repeat(10_000_000);
  upstream.answer = ({ message }, response) => {
    const result = { content: [{ type: 'text', text }] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
  };
  const { result } = await bridge.ask('tools/call', { name: 'get_thing', arguments: {} });
  expect(result.content[1].text === text).toBe(true);
}, 60_000);

import { expect, onTestFinished, test } from 'vitest';
import {
  answers,
  breaksOff,
  drops,
  refuses,
  serve,
  stalls,
  stallsInBody,
} from '../support/misbehaving-server.ts';
import { proves } from '../support/proves.ts';
import { createSkippingClock } from '../support/skipping-clock.ts';
import { failureOf, openTestClient } from '../support/test-client.ts';

const ok = answers(200, '{"machines":[]}');

const read = { operationClass: 'read' } as const;
const write = { operationClass: 'write' } as const;

test('a call sends key, request id and body, and gives the bytes as they came', async () => {
  proves('RULE-10', 'VER-prefix');
  const server = await serve(
    answers(200, '{ "n": 9007199254740993 }\n', {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'srv-7',
    }),
  );
  const client = openTestClient(`${server.url}/fleet/`);
  const answer = await client.callTool('get_job', '{"job":"job_1"}', read);
  expect(new TextDecoder().decode(answer.bytes)).toBe('{ "n": 9007199254740993 }\n');
  expect(JSON.stringify(answer.value)).toBe('{"n":9007199254740993}');
  expect(answer).toMatchObject({ status: 200, requestId: 'srv-7' });
  expect(server.seen).toMatchObject([
    {
      method: 'POST',
      url: '/fleet/api/v1/tools/get_job',
      body: '{"job":"job_1"}',
      headers: {
        authorization: 'Bearer fleet_k1_S3cretS3cretS3cret',
        'content-type': 'application/json',
        'user-agent': 'fleet-cli/0.0.0',
        'x-request-id': 'cli-iiiiiiiiiiiiiiiiiiii',
      },
    },
  ]);
});

test('calls one after the other share a connection, calls at once do not wait for each other', async () => {
  const server = await serve(ok, ok, stalls, ok);
  const client = openTestClient(server.url);
  await client.callTool('list_machines', '{}', read);
  await client.callTool('list_machines', '{}', read);
  expect(server.seen[0]?.fromPort).toBe(server.seen[1]?.fromPort);
  const stop = new AbortController();
  const stalled = failureOf(client.callTool('get_job', '{}', { ...read, signal: stop.signal }));
  await expect.poll(() => server.seen.length).toBe(3);
  await client.callTool('list_machines', '{}', read);
  stop.abort();
  expect(await stalled).toMatchObject({ kind: 'interrupted' });
});

test.each([
  ['429', refuses(429, 'rate_limited', { 'retry-after': '7' })],
  ['503', refuses(503, 'unavailable', { 'retry-after': '7' })],
  ['a dropped connection', drops],
  ['an answer that breaks off', breaksOff],
])('a read is sent again after %s', async (_name, behaviour) => {
  proves('UI-retry-reads');
  const server = await serve(behaviour, ok);
  const answer = await openTestClient(server.url).callTool('list_machines', '{}', read);
  expect(answer.status).toBe(200);
  expect(server.seen.length).toBe(2);
});

test('a read is sent 4 times and no more, and Retry-After is waited for', async () => {
  proves('UI-retry-reads');
  const server = await serve(refuses(429, 'rate_limited', { 'retry-after': '7' }));
  const clock = createSkippingClock({ skipUpToMs: 8_000 });
  const client = openTestClient(server.url, { clock });
  expect(await failureOf(client.callTool('list_jobs', '{}', read))).toEqual({
    kind: 'refused',
    code: 'rate_limited',
    title: 'Title of rate_limited',
    detail: 'Detail of rate_limited',
    status: 429,
    requestId: 'srv-1',
    retryAfterSeconds: 7,
    extra: { type: 'https://fleet.example/problems/rate_limited' },
  });
  expect(server.seen.length).toBe(4);
  expect(clock.waited).toEqual([7125, 7125, 7125]);
});

test('a Retry-After beyond the time limit is not waited for', async () => {
  proves('UI-timeout');
  const server = await serve(refuses(429, 'rate_limited', { 'retry-after': '31' }));
  const clock = createSkippingClock({ skipUpToMs: 9_000 });
  const client = openTestClient(server.url, { clock });
  expect(await failureOf(client.callTool('list_jobs', '{}', read))).toMatchObject({ status: 429 });
  expect([server.seen.length, clock.waited]).toEqual([1, []]);
});

test('an action is sent again after 429, since it surely did not run', async () => {
  proves('UI-retry-acts');
  const server = await serve(refuses(429, 'rate_limited', { 'retry-after': '1' }), ok);
  await openTestClient(server.url).callTool('run_skill', '{}', write);
  expect(server.seen.length).toBe(2);
});

test.each([
  ['write', 'write'],
  ['destructive', 'destructive'],
  ['a class nobody knows', 'sideways'],
  ['no class', undefined],
])('an action (%s) is never sent again after 503', async (_name, operationClass) => {
  proves('UI-retry-acts');
  const server = await serve(refuses(503, 'unavailable', { 'retry-after': '1' }), ok);
  const client = openTestClient(server.url);
  expect(await failureOf(client.callTool('run_skill', '{}', { operationClass }))).toMatchObject({
    kind: 'refused',
    code: 'unavailable',
    status: 503,
  });
  expect(server.seen.length).toBe(1);
});

test.each([
  ['dropped', drops, 'connection_broken'],
  ['broken off', breaksOff, 'connection_broken'],
])(
  'a lost answer of an action (%s) is not sent again and says how to look it up',
  async (_name, behaviour, code) => {
    proves('UI-lost-answer', 'UI-retry-acts');
    const server = await serve(behaviour, ok);
    const failure = await failureOf(openTestClient(server.url).callTool('run_skill', '{}', write));
    expect(failure).toMatchObject({
      kind: 'network',
      code,
      requestId: 'cli-iiiiiiiiiiiiiiiiiiii',
      next: [{ step: 'look_up_action', requestId: 'cli-iiiiiiiiiiiiiiiiiiii' }],
    });
    expect(server.seen.length).toBe(1);
    expect(server.seen[0]?.headers['x-request-id']).toBe('cli-iiiiiiiiiiiiiiiiiiii');
  },
);

test.each([
  ['before the answer', stalls],
  ['in the body', stallsInBody],
])(
  'a server that stalls %s meets the time limit: 30 s and the wait asked for',
  async (_name, behaviour) => {
    proves('UI-timeout');
    const server = await serve(behaviour);
    const clock = createSkippingClock({ skipUpToMs: 9_000 });
    const client = openTestClient(server.url, { clock });
    let ended = false;
    const failure = failureOf(client.callTool('run_skill', '{}', { ...write, waitSeconds: 60 }));
    void failure.then(() => {
      ended = true;
    });
    await expect.poll(() => server.seen.length).toBe(1);
    clock.advance(89_999);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    clock.advance(1);
    expect(await failure).toMatchObject({
      kind: 'network',
      code: 'timed_out',
      detail: expect.stringContaining('no complete response within 90 s'),
      next: [expect.objectContaining({ step: 'look_up_action' })],
    });
    expect(server.seen.length).toBe(1);
  },
);

test('a connection that was never made is tried again for actions too', async () => {
  proves('UI-retry-acts');
  const lines: string[] = [];
  const client = openTestClient('http://127.0.0.1:1', { log: (line) => lines.push(line) });
  expect(await failureOf(client.callTool('run_skill', '{}', write))).toMatchObject({
    kind: 'network',
    code: 'not_connected',
    detail: 'http://127.0.0.1:1: nothing listens there (ECONNREFUSED).',
    advice: 'Check the base URL, the network and the proxy settings.',
  });
  expect(lines.length).toBe(4);
});

test('an interruption ends a request at once and is not sent again', async () => {
  const server = await serve(stalls);
  const stop = new AbortController();
  const client = openTestClient(server.url, { signal: stop.signal });
  const failure = failureOf(client.callTool('run_skill', '{}', write));
  await expect.poll(() => server.seen.length).toBe(1);
  stop.abort();
  expect(await failure).toMatchObject({
    kind: 'interrupted',
    next: [expect.objectContaining({ step: 'look_up_action' })],
  });
  expect(await failureOf(client.callTool('list_jobs', '{}', read))).not.toMatchObject({
    next: [{ step: 'look_up_action' }],
  });
  expect(server.seen.length).toBe(1);
});

test('no signal that came while something took long is followed by an action', async () => {
  proves('UI-interrupt');
  const server = await serve(ok, ok);
  const client = openTestClient(server.url);
  await client.callTool('list_machines', '{}', read);
  const stop = new AbortController();
  const listener = () => stop.abort();
  process.once('SIGUSR2', listener);
  onTestFinished(() => void process.off('SIGUSR2', listener));
  // It is pending now, as one that came during work without a turn of the event loop.
  process.kill(process.pid, 'SIGUSR2');
  const call = client.callTool('cancel_job', '{}', { ...write, signal: stop.signal });
  expect(await failureOf(call)).toMatchObject({ kind: 'interrupted' });
  expect(server.seen.map(({ url }) => url)).toEqual(['/api/v1/tools/list_machines']);
});

test("a large response is left to the caller's way of reading, which knows of others under way", async () => {
  proves('UI-interrupt');
  const large = answers(200, JSON.stringify({ text: 'x'.repeat(2_000_000) }));
  const server = await serve(large, large, large);
  const isBeside: unknown[] = [];
  const client = openTestClient(server.url, {
    readLarge: (reading, beside) => {
      isBeside.push(beside);
      return reading();
    },
  });
  await client.request('GET', '/api/v1/jobs', read);
  expect(isBeside).toEqual([false]);
  const both = ['/api/v1/jobs', '/api/v1/machines'].map((path) =>
    client.request('GET', path, read),
  );
  await Promise.race(both);
  expect(isBeside[1]).toBe(true);
  await Promise.all(both);
});

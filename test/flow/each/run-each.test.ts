import { expect, test } from 'vitest';
import { waitNote } from '../../../src/commands/operation/wait-note.ts';
import { Failure } from '../../../src/contract/failure.ts';
import { type EachRun, runEach } from '../../../src/flow/each/run-each.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import {
  answers,
  type Behaviour,
  breaksOff,
  drops,
  refuses,
  serve,
} from '../../support/misbehaving-server.ts';
import { proves } from '../../support/proves.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { openTestClient } from '../../support/test-client.ts';

const TOOL = { name: 'run_skill', input_schema: { type: 'object' } };
const ok = answers(200, '{}');

/** What became of so many machines at a server that behaves so, a request after the other. */
async function runAgainst(
  behaviours: readonly Behaviour[],
  changes: Partial<EachRun> = {},
  count = 1,
) {
  const server = await serve(...behaviours);
  const clock = createSkippingClock({ skipUpToMs: 70_000 });
  const run: EachRun = {
    client: openTestClient(server.url),
    clock,
    tool: TOOL,
    operationClass: 'write',
    input: { skill: 'x' },
    targets: Array.from({ length: count }, (_, at) => ({ id: `mac_${at}`, name: `m${at}` })),
    parallel: 1,
    signal: new AbortController().signal,
    ...changes,
  };
  const results = [];
  for await (const result of runEach(run)) results.push(result);
  const told = results.map(({ ended, sent, target }) => [
    target.id,
    sent,
    ended instanceof Failure ? ended.facts.code : ended.kind,
  ]);
  return { told, asked: server.seen.map(({ body }) => JSON.parse(body || 'null')), clock };
}

test.each([
  ['an answer', [ok], 'yes', 'answered', 1],
  ['a refusal', [refuses(409, 'denied_by_machine')], 'yes', 'denied_by_machine', 1],
  ['no answer', [drops], 'unknown', 'connection_broken', 1],
  ['half an answer', [breaksOff], 'unknown', 'connection_broken', 1],
  ['503', [refuses(503, 'unavailable')], 'unknown', 'unavailable', 1],
  ['408, of a proxy that may have waited', [refuses(408, 'timeout')], 'unknown', 'timeout', 1],
  ['a page of a proxy', [answers(502, 'tea', {})], 'unknown', 'not_the_service', 1],
  [
    '429 for ever',
    [refuses(429, 'rate_limited', { 'retry-after': '60' })],
    'no',
    'rate_limited',
    6,
  ],
])('after %s it is told what is known, and nothing is sent again', async (_what, ...row) => {
  proves('UI-each-once');
  const [behaviours, sent, code, requests] = row;
  const { asked, told } = await runAgainst(behaviours);
  expect(told).toEqual([['mac_0', sent, code]]);
  expect(asked).toHaveLength(requests);
});

test('where nothing listens, nothing was sent', async () => {
  proves('UI-each-once');
  const { told } = await runAgainst([ok], { client: openTestClient('http://127.0.0.1:1') }, 2);
  expect(told).toEqual([
    ['mac_0', 'no', 'not_connected'],
    ['mac_1', 'no', 'not_connected'],
  ]);
});

test('where the service says that it is too much, all wait, and what did not run is sent again', async () => {
  proves('UI-each-rate');
  const busy = refuses(429, 'rate_limited', { 'retry-after': '40' });
  const clock = createSkippingClock({ skipUpToMs: 70_000 });
  const lines: string[] = [];
  const stderr = { write: async (line: string | Uint8Array) => void lines.push(`${line}`) };
  const tell = waitNote({}, { clock, stderr });
  // Another request is refused at the same time.
  const waits = (ms: number) => [tell(ms), tell(ms)];
  const { asked, told } = await runAgainst([busy, ok, ok], { clock, waits }, 2);
  expect(told).toEqual([
    ['mac_0', 'yes', 'answered'],
    ['mac_1', 'yes', 'answered'],
  ]);
  expect(asked.map(({ machine }) => machine)).toEqual(['mac_0', 'mac_0', 'mac_1']);
  expect(clock.waited).toContain(40_000);
  expect(lines).toEqual(['The service asks to wait: it goes on in 40s.\n']);
});

test('of 600 requests a minute 540 are used', async () => {
  proves('UI-each-rate');
  const { clock, told } = await runAgainst([ok], { parallel: 50 }, 541);
  expect(told).toHaveLength(541);
  expect(clock.waited).toEqual([60_000]);
});

test('a failure while it is followed does not make it unsent', async () => {
  proves('UI-each-once');
  const { asked, told } = await runAgainst(
    [answers(202, '{"job":{"id":"job_1"}}'), refuses(401, 'invalid_key')],
    { followTimeoutMs: 60_000 },
  );
  expect(told).toEqual([['mac_0', 'yes', 'still_pending']]);
  expect(asked).toHaveLength(2);
});

test('a command that is done and names no job was sent all the same', async () => {
  proves('UI-each-once');
  const { told } = await runAgainst(
    [
      answers(202, '{"pending":true,"command_id":"cmd_1"}'),
      answers(200, '{"id":"cmd_1","status":"succeeded"}'),
    ],
    { followTimeoutMs: 60_000 },
  );
  expect(told).toEqual([['mac_0', 'yes', 'not_the_service']]);
});

test('after an interruption a response that is held is waited for no longer than a person notices', async () => {
  proves('UI-each-interrupt');
  const interruption = new AbortController();
  const holds: Behaviour = () => interruption.abort();
  const clock = createSkippingClock({ skipUpToMs: 200 });
  const { told } = await runAgainst([holds], { signal: interruption.signal, clock });
  expect(told).toEqual([['mac_0', 'unknown', 'interrupted']]);
});

test('after an interruption nothing more is sent, what is on its way is told, and what was not sent too', async () => {
  proves('UI-each-interrupt');
  const interruption = new AbortController();
  const interrupting: Behaviour = (response, seen) => {
    interruption.abort();
    setImmediate(() => ok(response, seen));
  };
  const clock = createFakeClock();
  const begun: string[] = [];
  const observeTarget = ({ id }: { readonly id: string }) => {
    begun.push(id);
    return () => {};
  };
  const run = { signal: interruption.signal, clock, observeTarget };
  const { asked, told } = await runAgainst([ok, interrupting], run, 4);
  // Of 100,000 machines a person would wait for each to be begun in vain.
  expect(begun).toEqual(['mac_0', 'mac_1']);
  expect(told).toEqual([
    ['mac_0', 'yes', 'answered'],
    ['mac_1', 'yes', 'answered'],
    ['mac_2', 'no', 'interrupted'],
    ['mac_3', 'no', 'interrupted'],
  ]);
  expect(asked.map(({ machine }) => machine)).toEqual(['mac_0', 'mac_1']);
});

test('after an interruption what the service refuses is not sent again while others are waited for', async () => {
  proves('UI-each-interrupt');
  const interruption = new AbortController();
  const clock = createFakeClock();
  const busy: Behaviour = (response, seen) => {
    interruption.abort();
    refuses(429, 'rate_limited', { 'retry-after': '1' })(response, seen);
  };
  const run = { signal: interruption.signal, clock };
  const { asked, told } = await runAgainst([busy, ok], run);
  expect(told).toEqual([['mac_0', 'no', 'interrupted']]);
  expect(asked).toHaveLength(1);
});

test('where the caller takes no more, nothing more is sent', async () => {
  proves('UI-each-once');
  const server = await serve(ok);
  const run: EachRun = {
    client: openTestClient(server.url),
    clock: createSkippingClock(),
    tool: TOOL,
    operationClass: 'write',
    input: {},
    targets: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id })),
    parallel: 1,
    signal: new AbortController().signal,
  };
  for await (const _result of runEach(run)) break;
  expect(server.seen.length).toBeLessThanOrEqual(2);
});

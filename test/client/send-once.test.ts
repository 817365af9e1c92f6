import { Client } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import type { OutgoingRequest } from '../../src/client/response.ts';
import { sendOnce } from '../../src/client/send-once.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { answers, serve } from '../support/misbehaving-server.ts';

async function connectionTo(url: string) {
  const connection = new Client(url);
  onTestFinished(() => connection.destroy());
  const exchange: OutgoingRequest = {
    origin: url,
    method: 'POST',
    path: '/',
    headers: {},
    body: '{}',
    timeoutMs: 1_000,
    signal: undefined,
  };
  return { connection, exchange };
}

test('a request that ends while its connection is being made is never sent', async () => {
  const server = await serve(answers(200, '{}'));
  const { connection, exchange } = await connectionTo(server.url);
  const clock = createFakeClock();
  const late = sendOnce(connection, exchange, clock);
  clock.advance(1_000);
  expect(await late).toEqual({ kind: 'timed_out', sent: false });
  expect(await sendOnce(connection, { ...exchange, path: '/next' }, clock)).toMatchObject({
    kind: 'answered',
  });
  expect(server.seen.map(({ url }) => url)).toEqual(['/next']);
});

test('a request whose signal had aborted before is never sent', async () => {
  const server = await serve(answers(200, '{}'));
  const { connection, exchange } = await connectionTo(server.url);
  const signal = AbortSignal.abort();
  const ended = await sendOnce(connection, { ...exchange, signal }, createFakeClock());
  expect(ended).toEqual({ kind: 'aborted', sent: false });
  expect(server.seen).toEqual([]);
});

test('time in which an answer is held back here does not count against its limit', async () => {
  const half = 'x'.repeat(400_000);
  const parts: (() => void)[] = [];
  const server = await serve((response) => {
    response.write(half);
    parts.push(() => response.write(half));
  });
  const { connection, exchange } = await connectionTo(server.url);
  const clock = createFakeClock();
  let release: (() => void) | undefined;
  let holds = 0;
  const reading = {
    paused() {
      holds += 1;
      if (holds > 1) return undefined;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    },
  };
  let ended: unknown;
  void sendOnce(connection, { ...exchange, reading }, clock).then((attempt) => {
    ended = attempt;
  });
  await expect.poll(() => holds).toBe(1);
  clock.advance(60_000);
  release?.();
  parts[0]?.();
  await expect.poll(() => holds).toBeGreaterThan(2);
  clock.advance(999);
  await settled();
  expect(ended).toBeUndefined();
  clock.advance(1);
  await settled();
  expect(ended).toEqual({ kind: 'timed_out', sent: true });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

import { Client } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../../src/client/attempt.ts';
import { sendOnce } from '../../src/client/dispatch.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { answers, serve } from './misbehaving-server.ts';

async function connectionTo(url: string) {
  const connection = new Client(url);
  onTestFinished(() => connection.destroy());
  const exchange: Exchange = {
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

import { expect, test } from 'vitest';
import { runOperation } from '../../src/flow/run-operation.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { serve, stalls } from '../support/misbehaving-server.ts';
import { proves } from '../support/proves.ts';
import { failureOf, openTestClient } from '../support/test-client.ts';

test('a schema asks for no longer wait than any operation has: the time limit would never come', async () => {
  proves('UI-timeout');
  const wait = { type: 'integer', default: 1e9 };
  const clock = createFakeClock();
  const server = await serve(stalls);
  const ended = failureOf(
    runOperation({
      client: openTestClient(server.url, { clock, timeoutMs: 2_000 }),
      clock,
      tool: { name: 'list_jobs', input_schema: { properties: { wait_seconds: wait } } },
      operationClass: 'read',
      input: {},
    }),
  );
  await expect.poll(() => server.seen.length).toBe(1);
  clock.advance(242_000);
  expect(await ended).toMatchObject({ code: 'timed_out' });
});

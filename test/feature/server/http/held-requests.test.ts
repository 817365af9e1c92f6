import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

/** Resolves once so many requests are held. */
async function untilHeld(server: TestServer, count: number): Promise<void> {
  await expect.poll(() => server.service.waiters.waiting).toBe(count);
}

test('a stopping server answers what is held with 202 within a second', async () => {
  proves('UI-serve-stop');
  const server = await startTestServer();
  const ping = { machine: 'build-01', type: 'ping', wait_seconds: 60 };
  const held = Array.from({ length: 5 }, () => server.tool('send_command', ping));
  await untilHeld(server, 5);
  const began = performance.now();
  await server.close();
  expect(performance.now() - began).toBeLessThan(1000);
  for (const { status, body } of await Promise.all(held)) {
    expect([status, body.pending]).toEqual([202, true]);
    expect(body.command_id).toMatch(/^cmd_/);
  }
});

test('who hangs up is held no longer', async () => {
  const server = await startTestServer();
  const hangUp = new AbortController();
  const request = fetch(`${server.baseUrl}/api/v1/tools/send_command`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.read}`, 'content-type': 'application/json' },
    body: JSON.stringify({ machine: 'build-01', type: 'ping', wait_seconds: 60 }),
    signal: hangUp.signal,
  });
  await untilHeld(server, 1);
  hangUp.abort();
  await expect(request).rejects.toThrow();
  await untilHeld(server, 0);
});

test('a cap on holds answers early with 202', async () => {
  proves('WIRE-max-hold');
  const server = await startTestServer({ maxHoldSeconds: 0 });
  const ping = { machine: 'build-01', type: 'ping', wait_seconds: 60 };
  const { status, body } = await server.tool('send_command', ping);
  expect([status, body.pending]).toEqual([202, true]);
});

test('a clock that is set back while a request is held makes it wait no longer', async () => {
  let setBackMs = 0;
  const timers = createFakeClock();
  const clock = { after: timers.after, now: () => timers.now() - setBackMs };
  const server = await startTestServer({ clock });
  const held = server.tool('send_command', { machine: 'build-01', type: 'ping', wait_seconds: 20 });
  await untilHeld(server, 1);
  // By more than a minute, and the command would have expired.
  setBackMs = 50_000;
  await expect.poll(() => timers.timers).toBeGreaterThan(0);
  timers.advance(20_000);
  expect((await held).status).toBe(202);
});

test('a key whose held requests are too many is answered at once', async () => {
  const server = await startTestServer();
  const ping = { machine: 'build-01', type: 'ping', wait_seconds: 60 };
  const held = Array.from({ length: 64 }, () => server.tool('send_command', ping, 'read'));
  await untilHeld(server, 64);
  const { status } = await server.tool('send_command', ping, 'read');
  expect(status).toBe(202);
  await server.close();
  await Promise.all(held);
});

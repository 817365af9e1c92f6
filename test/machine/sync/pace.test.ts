import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffMs } from '../../../src/machine/sync/backoff.ts';
import { parseSyncResponse } from '../../../src/machine/sync/sync-response.ts';
import { createWakeSignal } from '../../../src/machine/sync/wake-signal.ts';

test.each([
  [1, 250, 500],
  [2, 500, 1_000],
  [5, 4_000, 8_000],
  [8, 30_000, 60_000],
  [500, 30_000, 60_000],
])('after %i failures the machine waits %i to %i ms', (failures, least, most) => {
  const facts = { failures, retryAfterMs: undefined };
  expect(backoffMs({ ...facts, random: 0 })).toBe(least);
  expect(backoffMs({ ...facts, random: 0.999_999_9 })).toBe(most);
});

test('what the server asks for is the least, and a fleet does not come back all at once', () => {
  expect(backoffMs({ failures: 1, retryAfterMs: 7_000, random: 0 })).toBe(7_000);
  expect(backoffMs({ failures: 1, retryAfterMs: 7_000, random: 0.5 })).toBe(7_500);
  expect(backoffMs({ failures: 9, retryAfterMs: 7_000, random: 0 })).toBe(30_000);
  expect(backoffMs({ failures: 1, retryAfterMs: 0, random: 0 })).toBe(250);
});

test('any text is the answer of a sync or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => parseSyncResponse(text) === null),
  );
  const command = { id: 'cmd_1', type: 'ping', args: {}, expires_in_seconds: 600 };
  const answer = { machine: 'mac_1', commands: [command], next_sync_seconds: 30 };
  expect(parseSyncResponse(JSON.stringify(answer))).toMatchObject({ commands: [command] });
  for (const id of ['../x', '', 'a/b', 'x'.repeat(101)]) {
    const wrong = { ...answer, commands: [{ ...command, id }] };
    expect(parseSyncResponse(JSON.stringify(wrong))).toBe(null);
  }
});

test('a signal while nobody waits is not lost', async () => {
  const wake = createWakeSignal();
  const { signal } = new AbortController();
  wake.ring();
  wake.ring();
  await wake.wait(signal);
  let heard = false;
  const second = wake.wait(signal).then(() => {
    heard = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toBe(false);
  wake.ring();
  await second;
});

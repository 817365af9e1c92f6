import { expect, test } from 'vitest';
import { createWakeSignal } from '../../../src/machine/sync/wake-signal.ts';

test('a signal while nobody waits is not lost', async () => {
  const wakeSignal = createWakeSignal();
  const { signal } = new AbortController();
  wakeSignal.wake();
  wakeSignal.wake();
  await wakeSignal.wait(signal);
  let woken = false;
  const second = wakeSignal.wait(signal).then(() => {
    woken = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(woken).toBe(false);
  wakeSignal.wake();
  await second;
});

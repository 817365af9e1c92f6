import { expect, test } from 'vitest';
import { createWakeSignal } from '../../../src/machine/sync/wake-signal.ts';

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

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConnectionLost } from '../../../src/server/database/postgres/guarded-client.ts';
import { createPlaces } from '../../../src/server/database/postgres/places.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** One place, which is taken, and one who waits for it. */
async function waitForOne() {
  const clock = createFakeClock();
  const places = createPlaces({ count: 1, patienceMs: 2000, waitMs: 10_000, clock });
  await places.take();
  let end: unknown = 'waits';
  places.take().then(
    () => {
      end = 'has it';
    },
    (error: unknown) => {
      end = error;
    },
  );
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    // What has become due looks again after the event loop has gone round.
    await nextTurn();
    await nextTurn();
  };
  return { places, pass, end: () => end };
}

test('who waits for a connection waits on while others are answered', async () => {
  const { places, pass, end } = await waitForOne();
  for (let second = 0; second < 9; second += 1) {
    await pass(1000);
    places.answered();
  }
  expect(end()).toBe('waits');
  places.giveBack();
  await nextTurn();
  expect(end()).toBe('has it');
});

test('while nobody is answered, and after ten seconds in any case, there is an outage', async () => {
  const silent = await waitForOne();
  await silent.pass(1999);
  expect(silent.end()).toBe('waits');
  await silent.pass(1);
  expect(silent.end()).toBeInstanceOf(ConnectionLost);
  const busy = await waitForOne();
  for (let second = 0; second < 10; second += 1) {
    expect(busy.end()).toBe('waits');
    await busy.pass(1000);
    busy.places.answered();
  }
  await busy.pass(1000);
  expect(busy.end()).toBeInstanceOf(ConnectionLost);
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConnectionLost } from '../../../src/server/database/postgres/guarded-client.ts';
import { createPlaces } from '../../../src/server/database/postgres/places.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** One place, which is taken, and one who waits for it. */
async function waitForOne() {
  const clock = createFakeClock();
  const places = createPlaces({ count: 1, patienceMs: 2000, waitMs: 10_000, clock });
  const { giveBack } = await places.take();
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
  return { places, giveBack, pass, end: () => end };
}

test('who waits for a connection waits on while others are answered', async () => {
  const { places, giveBack, pass, end } = await waitForOne();
  for (let second = 0; second < 9; second += 1) {
    await pass(1000);
    places.answered();
  }
  expect(end()).toBe('waits');
  giveBack();
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

test('a connection lost after a second without an answer refuses all who wait, no other loss does', async () => {
  const away = await waitForOne();
  await away.pass(1000);
  away.giveBack('lost');
  await nextTurn();
  expect(away.end()).toBeInstanceOf(ConnectionLost);
  // The place itself is free again.
  await away.places.take();

  const refused = await waitForOne();
  await refused.pass(999);
  refused.giveBack('lost');
  await nextTurn();
  expect(refused.end()).toBe('has it');

  const answered = await waitForOne();
  await answered.pass(600);
  answered.places.answered();
  await answered.pass(600);
  answered.giveBack('lost');
  await nextTurn();
  expect(answered.end()).toBe('has it');
});

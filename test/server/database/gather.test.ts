import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gather } from '../../../src/server/database/postgres/gather.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

/** Asks something of a database that takes as long as it is told; `runs` says how many shared each. */
function askTogether() {
  const clock = createFakeClock();
  const runs: number[] = [];
  let takesMs = 0;
  const ask = gather({
    run: async (asked: readonly number[]) => {
      clock.advance(takesMs);
      runs.push(asked.length);
      return asked;
    },
    max: 64,
    patienceMs: 1000,
    waitsForMore: true,
    clock,
  });
  const askAll = (count: number) => Promise.all(Array.from({ length: count }, (_, at) => ask(at)));
  return {
    askAll,
    askInHurry: () => ask(0, false),
    runs,
    pass: async (ms: number): Promise<void> => {
      await nextTurn();
      clock.advance(ms);
      await nextTurn();
    },
    /** Runs of so many that take so long, of which the first one is quick. */
    have: async (count: number, ms: number, quickMs = 0): Promise<void> => {
      takesMs = quickMs;
      await askAll(count);
      takesMs = ms;
      for (let time = 0; time < 10; time += 1) {
        const all = askAll(count);
        for (let turn = 0; turn < 3; turn += 1) await nextTurn();
        clock.advance(50);
        await all;
      }
      runs.length = 0;
    },
  };
}

test('where several ask a busy database, who comes first waits for others, not for long', async () => {
  const { askAll, runs, pass, have } = askTogether();
  await have(4, 3);
  const first = askAll(1);
  await pass(5);
  expect(runs).toEqual([]);
  const second = askAll(1);
  await pass(25);
  await Promise.all([first, second]);
  expect(runs).toEqual([2]);
});

test('who is joined by enough others does not wait for the end of that time', async () => {
  const { askAll, runs, pass, have } = askTogether();
  await have(4, 3);
  const first = askAll(1);
  await pass(0);
  expect(runs).toEqual([]);
  await Promise.all([first, askAll(11)]);
  expect(runs).toEqual([12]);
});

test('who asks alone waits for nobody, however long the database takes', async () => {
  const { askAll, runs, have } = askTogether();
  await have(1, 30);
  await askAll(1);
  expect(runs).toEqual([1]);
});

test('nobody waits for others because the database is far away', async () => {
  const { askAll, runs, have } = askTogether();
  await have(4, 30, 30);
  await askAll(1);
  expect(runs).toEqual([1]);
});

test('who is in a hurry waits for nobody, and neither do those who would have', async () => {
  const { askAll, askInHurry, runs, pass, have } = askTogether();
  await have(4, 3);
  const alone = askInHurry();
  await pass(0);
  await alone;
  expect(runs).toEqual([1]);
  const patient = askAll(2);
  await pass(5);
  expect(runs).toEqual([1]);
  const joined = askInHurry();
  await pass(0);
  await Promise.all([patient, joined]);
  expect(runs).toEqual([1, 3]);
});

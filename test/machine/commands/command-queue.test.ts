import { expect, test } from 'vitest';
import { CommandQueue } from '../../../src/machine/commands/command-queue.ts';
import { ATTACKS } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';

const { runningMax } = ATTACKS['ATTACK-many-commands'];

/** Asks for so many turns and lists those that came. */
function askFor(queue: CommandQueue, count: number) {
  const begun: number[] = [];
  const turns = Array.from({ length: count }, async (_, index) => {
    const isTurn = await queue.turn();
    if (isTurn) begun.push(index);
    return isTurn;
  });
  return { begun, turns };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a few commands run at once, and the others begin in their order as these end', async () => {
  proves('ATTACK-many-commands');
  const queue = new CommandQueue(() => true);
  const { begun } = askFor(queue, 50);
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
  await settle();
  expect(begun).toEqual(upTo(runningMax));
  for (let ended = 1; ended <= 50; ended += 1) {
    queue.end();
    await settle();
    expect(begun).toEqual(upTo(Math.min(50, runningMax + ended)));
  }
});

test('none begins while too much waits for the server, and after a stop none at all', async () => {
  proves('ATTACK-many-commands');
  let hasRoom = false;
  const queue = new CommandQueue(() => hasRoom);
  const { begun, turns } = askFor(queue, 30);
  await settle();
  expect(begun).toEqual([]);
  hasRoom = true;
  queue.next();
  await settle();
  expect(begun).toHaveLength(runningMax);
  queue.stop();
  expect((await Promise.all(turns)).filter((isTurn) => !isTurn)).toHaveLength(30 - runningMax);
  expect(await queue.turn()).toBe(false);
});

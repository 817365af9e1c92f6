import { expect, test } from 'vitest';
import { limitHeap } from '../../src/bridge/limit-heap.ts';

const MIB = 1024 * 1024;

/** The flags that V8 got, one list for each size that its young generation has at a check. */
function flagsAt(sizes: readonly number[]): readonly (readonly string[])[] {
  let flags: string[] = [];
  let size = 0;
  const v8 = {
    getHeapSpaceStatistics: () => [{ space_name: 'new_space', space_size: size }],
    setFlagsFromString: (flag: string) => void flags.push(flag),
  };
  const onMessage = limitHeap(() => v8 as unknown as typeof import('node:v8'));
  return sizes.map((next) => {
    size = next;
    flags = [];
    for (let message = 0; message < 64; message += 1) onMessage();
    return flags;
  });
}

test('the young generation stops growing before it is beyond 8 MiB', () => {
  expect(flagsAt([2 * MIB, 4 * MIB, 8 * MIB, 8 * MIB])).toEqual([
    [],
    [],
    ['--semi-space-growth-factor=1'],
    [],
  ]);
});

test('one that V8 has made smaller may grow again, else it would be collected all the time', () => {
  expect(flagsAt([8 * MIB, 2 * MIB, 6 * MIB])).toEqual([
    ['--semi-space-growth-factor=1'],
    ['--semi-space-growth-factor=2'],
    ['--semi-space-growth-factor=1'],
  ]);
});

test('V8 is not asked before there are messages', () => {
  const onMessage = limitHeap(() => {
    throw new Error('asked');
  });
  expect(() => {
    for (let message = 0; message < 63; message += 1) onMessage();
  }).not.toThrow();
  expect(onMessage).toThrow('asked');
});

import { expect, test } from 'vitest';
import type { Delivery } from '../../../src/machine/webhooks/delivery-record.ts';
import { isFull, surplusOf } from '../../../src/machine/webhooks/surplus-deliveries.ts';
import { proves } from '../../support/proves.ts';

const MEBIBYTE = 1024 * 1024;

function stored(outcome: string, reported: boolean, storedBytes = 0, reportChars = 0) {
  const delivery = { report: { outcome }, reported } as unknown as Delivery;
  return { delivery, storedBytes, reportChars };
}

const many = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => make(index));

test('accepted deliveries are removed after the server has them, the oldest first', () => {
  proves('ATTACK-full-disk');
  const deliveries = many(1003, (index) => stored('accepted', index !== 1));
  expect(surplusOf(deliveries).remove).toEqual([deliveries[2]?.delivery, deliveries[0]?.delivery]);
  const large = many(300, () => stored('skipped', true, MEBIBYTE));
  expect(surplusOf(large).remove).toHaveLength(44);
});

test('rejected ones and duplicates push out nothing but each other', () => {
  const old = many(10, () => stored('accepted', true, 10));
  const refused = many(1500, (index) => stored(index % 2 ? 'rejected' : 'duplicate', false, 10));
  const { remove, stripBody } = surplusOf([...old, ...refused]);
  expect(remove).toHaveLength(500);
  expect(stripBody).toHaveLength(900);
});

test('what is told of deliveries is bounded as well, and what the server does not have of others stays', () => {
  proves('ATTACK-full-disk');
  const large = (outcome: string, reported: boolean) => stored(outcome, reported, 0, MEBIBYTE);
  const refused = many(30, () => large('rejected', false));
  expect(surplusOf(refused).remove).toEqual(refused.slice(0, 10).map(({ delivery }) => delivery));
  const others = many(70, (index) => large('accepted', index !== 1));
  expect(surplusOf(others).remove).toHaveLength(5);
});

test.each([
  ['10,000 wait for the server', many(10_000, () => stored('accepted', false)), true],
  ['10,000 rejected ones wait', many(10_000, () => stored('rejected', false)), false],
  ['10,000 are reported', many(10_000, () => stored('accepted', true)), false],
  ['256 MiB wait', many(256, () => stored('accepted', false, MEBIBYTE)), true],
  ['255 MiB wait', many(255, () => stored('accepted', false, MEBIBYTE)), false],
  ['64 MiB of reports wait', many(64, () => stored('skipped', false, 0, MEBIBYTE)), true],
  ['63 MiB of reports wait', many(63, () => stored('skipped', false, 0, MEBIBYTE)), false],
])('%s: full is %s', (_name, deliveries, full) => {
  expect(isFull(deliveries)).toBe(full);
});

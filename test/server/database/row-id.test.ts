import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createIdSource,
  formatId,
  parseId,
  slotRange,
} from '../../../src/server/database/row-id.ts';

const MS = Date.UTC(2026, 9, 1, 12);

test('an id is its prefix and eleven lower-case Crockford digits', () => {
  expect(formatId('mac', 0)).toBe('mac_00000000000');
  expect(formatId('job', 32 * 32 + 31)).toBe('job_0000000010z');
  expect(formatId('cmd', Number.MAX_SAFE_INTEGER)).toBe('cmd_7zzzzzzzzzz');
});

test('every id is read back, and its text sorts as the id does', () => {
  const id = fc.maxSafeNat();
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(parseId('job', formatId('job', one))).toBe(one);
      expect(formatId('job', one) < formatId('job', other)).toBe(one < other);
    }),
  );
});

test.each([
  ['another prefix', 'mac_00000000001'],
  ['upper case', 'job_0000000000Z'],
  ['a letter that Crockford leaves out', 'job_0000000000l'],
  ['one digit too few', 'job_0000000001'],
  ['one digit too many', 'job_000000000001'],
  ['more than a safe integer', 'job_80000000000'],
  ['no digits', 'job_'],
  ['a digit of another script', 'job_0000000000٣'],
  ['nothing', ''],
])('%s is no job id', (_what, text) => {
  expect(parseId('job', text)).toBeUndefined();
});

test('ids grow by one within a millisecond and carry the slot', () => {
  const { next } = createIdSource(slotRange(3), 0);
  expect([next(MS), next(MS), next(MS + 1)]).toEqual([
    MS * 2048 + 3 * 32,
    MS * 2048 + 3 * 32 + 1,
    (MS + 1) * 2048 + 3 * 32,
  ]);
});

test('the 33rd id of a millisecond borrows the next one', () => {
  const { next } = createIdSource(slotRange(0), 0);
  const ids = Array.from({ length: 33 }, () => next(MS));
  expect(ids.at(31)).toBe(MS * 2048 + 31);
  expect(ids.at(32)).toBe((MS + 1) * 2048);
});

test('ids never step back, however the clock jumps and whatever is stored', () => {
  const jump = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 22 }), fc.array(jump, { maxLength: 300 }), (stored, jumps) => {
      const newest = MS * 2048 + stored;
      const { next } = createIdSource(slotRange(0), newest);
      let last = newest;
      for (const by of jumps) {
        const id = next(MS + by);
        expect(id).toBeGreaterThan(last);
        last = id;
      }
    }),
  );
});

test('a late id is of its own millisecond, and neither given nor stored', () => {
  const { next, late, idsIn } = createIdSource(slotRange(2), 0);
  const { first, last } = idsIn(MS);
  expect([first, last]).toEqual([MS * 2048 + 2 * 32, MS * 2048 + 3 * 32 - 1]);
  const given = [late(MS, new Set([first])), late(MS, new Set()), next(MS), next(MS)];
  expect(given).toEqual([first + 1, first, first + 2, first + 3]);
});

test('a millisecond without a free id gives no late one', () => {
  const { late, idsIn } = createIdSource(slotRange(2), 0);
  const { first, last } = idsIn(MS);
  const stored = new Set(Array.from({ length: last - first + 1 }, (_, at) => first + at));
  expect(late(MS, stored)).toBeUndefined();
});

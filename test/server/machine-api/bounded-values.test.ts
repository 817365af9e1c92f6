import { expect, test } from 'vitest';
import { z } from 'zod';
import { firstUpTo, lastUpTo } from '../../../src/server/machine-api/bounded-values.ts';
import { proves } from '../../support/proves.ts';

test('of a list so many items are looked at, up to the first that is wrong', () => {
  proves('ATTACK-many-values');
  const seen: unknown[] = [];
  const item = z.unknown().transform((value, { issues }) => {
    seen.push(value);
    if (value === 'wrong') issues.push({ code: 'custom', message: 'is wrong', input: value });
    return String(value);
  });
  expect(firstUpTo(item, 2).parse([1, 2, 'wrong'])).toEqual(['1', '2']);
  expect(lastUpTo(item, 2).parse(['wrong', 3, 4])).toEqual(['3', '4']);
  seen.length = 0;
  const list = z.object({ list: firstUpTo(item, 1000) });
  const { error } = list.safeParse({ list: [5, ...Array(9999).fill('wrong')] });
  expect(seen).toEqual([5, 'wrong']);
  expect(error?.issues).toMatchObject([{ path: ['list', 1], message: 'is wrong' }]);
});

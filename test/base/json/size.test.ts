import { expect, test } from 'vitest';
import { exceededLimit } from '../../../src/base/json/size.ts';
import { proves } from '../../support/proves.ts';

const limits = { levelsMax: 3, valuesMax: 4 };

test.each([
  ['[[[1,2,3]]]', undefined],
  ['[[[[1]]]]', 'levels'],
  ['{"a":[{"b":{}}]}', 'levels'],
  ['[{"a":1},{"b":2},{}]', undefined],
  ['[1,2,3,4,5]', 'values'],
  ['{"brackets in a text":"[[[[,,,,,"}', undefined],
  [String.raw`{"a":"\\\\","b":"\"[[[[,,,,,"}`, undefined],
  [String.raw`{"a":"\\\\\"[[[[","b":[[[[1]]]]}`, 'levels'],
  ['"never closed [[[[', undefined],
])('%s exceeds %s', (json, exceeded) => {
  proves('ATTACK-costly-text');
  expect(exceededLimit(json, limits)).toBe(exceeded);
});

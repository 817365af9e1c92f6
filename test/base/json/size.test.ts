import { expect, test } from 'vitest';
import { exceededLimit, withoutDeeper } from '../../../src/base/json/size.ts';
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

test.each([
  ['{"a":["text"],"b":{}}', undefined],
  ['{"a":["text"],"b":{},"c":[{}]}', undefined],
  ['{"a":["text"],"b":{},"c":[{"d":[]}]}', 'levels'],
  ['{"a":"[{[{[{","b":[{"c":[]}]}', 'levels'],
])('%s exceeds %s where there may be many values', (json, exceeded) => {
  expect(exceededLimit(json, { levelsMax: 3, valuesMax: 100 })).toBe(exceeded);
});

test('lists without commas count too, where they are bounded', () => {
  expect(exceededLimit('[[],{}]', { ...limits, listsMax: 3 })).toBeUndefined();
  expect(exceededLimit('[[[]],{}]', { ...limits, listsMax: 3 })).toBe('values');
});

test.each([
  ['[[[1,2,3]]]', '[[[1,2,3]]]'],
  ['[[[[1]]]]', '[[[true]]]'],
  ['[[[[1],2,{"a":[[]]}]],3]', '[[[true,2,true]],3]'],
  ['{"a":[{"b":{"c":"]}"},"d":[4]}]}', '{"a":[{"b":true,"d":true}]}'],
  ['{"text":"[[[[[","a":[[[5]]]}', '{"text":"[[[[[","a":[[true]]}'],
])('%s cut to three levels is %s', (json, cut) => {
  expect(withoutDeeper(json, 3)).toBe(cut);
});

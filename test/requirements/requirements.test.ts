import { expect, test } from 'vitest';
import * as requirements from '../requirements.ts';
import {
  EDGE_CODES,
  OPERATIONS,
  PAIRS,
  PROBLEM_CODES,
  REQUIREMENTS,
  ROUTES,
  RULES,
} from '../requirements.ts';
import { proves } from '../support/proves.ts';

test('the counts of the specification are the counts of the data', () => {
  expect(Object.keys(OPERATIONS)).toHaveLength(43);
  expect(Object.keys(ROUTES)).toHaveLength(25);
  expect(Object.keys(RULES)).toHaveLength(10);
  const codes = Object.keys(PROBLEM_CODES).filter((id) => !/^ERR-(members|mcp-result)$/.test(id));
  expect(codes).toHaveLength(28);
});

test('no id stands in two sections', () => {
  const others: readonly unknown[] = [EDGE_CODES, OPERATIONS, PAIRS, REQUIREMENTS];
  const sections = Object.values(requirements).filter((section) => !others.includes(section));
  expect(sections.length).toBeGreaterThan(15);
  const ids = sections.flatMap((section) => Object.keys(section));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('pairs name codes and operations that exist', () => {
  const pairs = [...REQUIREMENTS.keys()].filter((id) => id.includes('@'));
  const wrong = pairs.filter((id) => {
    const [code = '', operation = ''] = id.split('@');
    const known = Object.hasOwn(OPERATIONS, operation) || operation === 'every-operation';
    return !known || !Object.hasOwn(PROBLEM_CODES, code);
  });
  expect(wrong).toEqual([]);
});

test('a route that runs an operation needs its scope', () => {
  const wrong = Object.entries(ROUTES).filter(([, { operation, scope }]) => {
    return operation !== null && OPERATIONS[operation].scope !== scope;
  });
  expect(wrong.map(([id]) => id)).toEqual([]);
});

test('an id that does not exist cannot be cited', () => {
  const unknown: string = 'RULE-11';
  expect(() => Reflect.apply(proves, undefined, [unknown])).toThrow('RULE-11');
});

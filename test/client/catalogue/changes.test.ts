import { expect, test } from 'vitest';
import { changesBetween } from '../../../src/client/catalogue/changes.ts';
import type { JsonSchema } from '../../../src/contract/tool.ts';
import { proves } from '../../support/proves.ts';

const schema = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
});

/** What is told of one operation whose input schema was the first and is the second. */
function told(before: JsonSchema, after: JsonSchema): readonly string[] {
  const [was, is] = [before, after].map((input_schema) => ({ name: 'brew', input_schema }));
  if (was === undefined || is === undefined) throw new Error('two schemas');
  return changesBetween([was], [is]).map(
    ({ breaking, change }) => `${breaking ? '!' : ' '} ${change}`,
  );
}

test('what takes away or demands is breaking, what gives is not', () => {
  proves('UI-cloud-changes');
  const text = { type: 'string' };
  expect(told(schema({ a: text }), schema({ a: text }))).toEqual([]);
  expect(told(schema({ a: text }), schema({ a: text }, 'a'))).toEqual(['! wants a']);
  expect(told(schema({ a: text }, 'a'), schema({ a: text }))).toEqual(['  no longer wants a']);
  expect(told(schema({ a: text }), schema({ a: { type: 'integer' } }))).toEqual([
    '! a is of another type: "integer"',
  ]);
  expect(told(schema({ a: { enum: ['x', 'y'] } }), schema({ a: { enum: ['y', 'z'] } }))).toEqual([
    '! a can no longer be x',
    '  a can be z',
  ]);
  expect(told(schema({ a: text }), schema({ a: { ...text, enum: ['x'] } }))).toEqual([
    '! a is one of x',
  ]);
  const limited = (maximum: number) => schema({ a: { type: 'integer', maximum } });
  expect(told(limited(9), limited(5))).toEqual(['! a is at most 5']);
  expect(told(limited(5), limited(9))).toEqual([]);
});

test('a stricter class, another scope and a lost permission are breaking', () => {
  proves('UI-cloud-changes');
  const tool = {
    name: 'brew',
    input_schema: {},
    class: 'write',
    scope: 'fleet:run',
    allowed: true,
  };
  const after = { ...tool, class: 'destructive', scope: 'fleet:admin', allowed: false };
  expect(changesBetween([tool], [after]).map(({ change }) => change)).toEqual([
    'is of class destructive, was write',
    'needs fleet:admin',
    'is no longer allowed for this key',
  ]);
  expect(changesBetween([tool], []).map(({ change }) => change)).toEqual(['is gone']);
});

test('choices are compared by what they are, and many of them at once', () => {
  proves('UI-cloud-changes');
  const choices = (...values: readonly unknown[]) => schema({ a: { enum: values } });
  expect(told(choices({ x: 1 }, null), choices({ x: 1 }, [2]))).toEqual([
    '! a can no longer be null',
    '  a can be [2]',
  ]);
  const many = Array.from({ length: 400_000 }, (_, at) => `c${at}`);
  expect(told(schema({ a: { enum: many } }), schema({ a: { enum: [...many] } }))).toEqual([]);
  const twenty = many.slice(0, 20).join(', ');
  expect(told(choices('x'), schema({ a: { enum: ['x', ...many] } }))).toEqual([
    `  a can be ${twenty} and 399980 more`,
  ]);
});

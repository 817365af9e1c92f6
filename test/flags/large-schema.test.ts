import { expect, test } from 'vitest';
import { problemsOf } from '../../src/flags/check/check-input.ts';
import { exampleInput } from '../../src/flags/example.ts';
import { fieldsOf } from '../../src/flags/fields.ts';
import { toFlagDescriptors } from '../../src/flags/flag-descriptors.ts';
import { proves } from '../support/proves.ts';

const WIDTH = 60;
const LEVELS = 7;

/** A few lines that mean 60^7 members. */
function fan(node: (next: { $ref: string }) => object): object {
  const levels = Array.from({ length: LEVELS }, (_, level) => [
    `level${level}`,
    node({ $ref: `#/$defs/level${level + 1}` }),
  ]);
  return {
    $defs: Object.fromEntries([...levels, [`level${LEVELS}`, { type: 'string' }]]),
    type: 'object',
    properties: { machine: { type: 'string' }, tree: { $ref: '#/$defs/level0' } },
    required: ['machine', 'tree'],
  };
}

const members = (next: object) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: WIDTH }, (_, at) => [`m${at}`, next])),
});
const choices = (keyword: string) => (next: object) => ({
  [keyword]: Array.from({ length: WIDTH }, () => next),
});
const NAMES = Array.from({ length: 12_000 }, (_, at) => `v${at}`);
/** Each of many members is described by the same long list. */
const shared = (described: object): object => ({
  $defs: { one: described },
  type: 'object',
  properties: Object.fromEntries(NAMES.map((name) => [name, { $ref: '#/$defs/one' }])),
});
const SHARED = { keywords: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [at, 1])) };

test.each([
  ['members', fan(members)],
  ['anyOf', fan(choices('anyOf'))],
  ['oneOf', fan(choices('oneOf'))],
  ['allOf', fan(choices('allOf'))],
  ['itself', { $defs: SHARED, ...members({ $ref: '#' }) }],
  [
    'thousands of keywords, by reference',
    {
      $defs: SHARED,
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 5_000 }, (_, at) => [`p${at}`, { $ref: '#/$defs/keywords' }]),
      ),
    },
  ],
  ['one enum of all members', shared({ enum: NAMES })],
])('a schema that references make endless is bounded: %s', async (_name, schema) => {
  proves('ATTACK-costly-text', 'UI-flags-rule-5');
  const fields = fieldsOf(schema);
  expect(JSON.stringify(toFlagDescriptors(fields)).length).toBeLessThan(20_000_000);
  expect(JSON.stringify(await exampleInput(schema)).length).toBeLessThan(200_000);
  const problems = await problemsOf(
    { machine: 'build-01', tree: { m1: { m2: [1] } } },
    schema,
    fields,
  );
  expect(problems.length).toBeLessThan(21);
});

test('a default that each of many members refers to is told of the first ones', () => {
  proves('ATTACK-costly-text');
  const { fields } = fieldsOf(shared({ default: NAMES.slice(0, 1_000) }));
  const told = fields.map(({ shownDefault }) => shownDefault !== null);
  expect([told[0], told.at(-1)]).toEqual([true, false]);
});

test('what fits is found among members that are described as deep as before', () => {
  const schema = fan(members);
  const [, tree] = fieldsOf({
    ...schema,
    properties: { machine: { type: 'string' }, tree: { $ref: '#/$defs/level6' } },
  }).fields;
  expect(tree?.members.map(({ name, kind }) => [name, kind]).slice(0, 2)).toEqual([
    ['m0', 'long-text'],
    ['m1', 'long-text'],
  ]);
});

import { expect, test } from 'vitest';
import { readableSchema } from '../../src/client/catalogue/readable-schema.ts';
import { localReference } from '../../src/contract/resolve-schema.ts';
import { withoutSecrets } from '../../src/contract/without-secrets.ts';
import { tangledDefinitions } from '../support/operations/tangled-schema.ts';
import { proves } from '../support/proves.ts';

const SECRET = { type: 'string', writeOnly: true };

test.each([
  ['behind references in a row', { a: { $ref: '#/$defs/first' } }, { a: 'x' }],
  ['in a choice of a choice', { a: { anyOf: [{ oneOf: [{ allOf: [SECRET] }] }] } }, { a: 'x' }],
  ['by a name that is not listed', { additionalProperties: SECRET }, { a: 'x' }],
  ['beside a reference', { a: { $ref: '#/$defs/text', format: 'password' } }, { a: 'x' }],
])('what a schema calls secret is not shown: %s', (_, properties, input) => {
  proves('UI-confirm-as-shown');
  const $defs = { first: { $ref: '#/$defs/second' }, second: SECRET, text: { type: 'string' } };
  const schema = { $defs, properties: { ...properties, b: { type: 'string' } }, ...properties };
  expect(withoutSecrets({ ...input, b: 'shown' }, schema)).toMatchObject({ a: '(not shown)' });
  const nested = { $defs, properties: { list: { items: { $ref: '#/$defs/text', ...schema } } } };
  expect(withoutSecrets({ list: [input] }, nested)).toEqual({ list: [{ a: '(not shown)' }] });
});

test('a reference of 50 steps is followed, one of more leads nowhere and not to what is above it', () => {
  proves('UI-confirm-as-shown', 'ATTACK-costly-schema');
  const named = (steps: number): unknown => {
    const root: Record<string, unknown> = {};
    let within = root;
    for (let step = 0; step < steps; step += 1) {
      const next: Record<string, unknown> = { title: `step ${step + 1}` };
      within['a'] = next;
      within = next;
    }
    return localReference(`#${'/a'.repeat(steps)}`, root);
  };
  expect(named(1)).toMatchObject({ title: 'step 1' });
  expect(named(50)).toEqual({ title: 'step 50' });
  expect([named(51), named(52), named(501)]).toEqual([undefined, undefined, undefined]);
  expect(localReference('#//a\n~1', { '': { 'a\n/': 1 } })).toBe(1);
});

test('what is not secret is shown as it is, at each level', () => {
  proves('UI-confirm-as-shown');
  const input = { a: 'x', list: [1, { b: null }], c: { d: { e: true } } };
  const schema = {
    properties: { a: { type: 'string' }, list: { items: {} }, c: { properties: { d: {} } } },
    additionalProperties: SECRET,
  };
  expect(withoutSecrets(input, schema)).toEqual(input);
});

// It took more than a minute for one member, and in the bridge nothing else was heard.
test('a schema whose references lead everywhere costs no time', () => {
  proves('ATTACK-costly-text');
  const input = { a: { b: { c: 'x' } }, list: Array(900).fill({ d: 'y' }) };
  const schema = {
    $defs: tangledDefinitions(8, 300, 20),
    additionalProperties: { $ref: '#/$defs/d0' },
  };
  expect(withoutSecrets(input, schema)).toEqual(input);
});

test('what is left of a large input is not shown once its schema has cost too much', () => {
  proves('ATTACK-costly-text');
  const many = Array(100).fill({ a: 'x' });
  const input = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`n${at}`, many]));
  const branches = Array.from({ length: 90 }, () => ({ items: { properties: { a: {} } } }));
  const shown = withoutSecrets(input, { additionalProperties: { anyOf: branches } });
  expect(shown).toMatchObject({ n0: many, n99: '(not shown)' });
});

test('nothing is shown of an input whose schema is too large to be looked at', () => {
  proves('ATTACK-costly-schema');
  const large = { properties: { a: {} }, $comment: 'x'.repeat(262_144) };
  expect(withoutSecrets({ a: 'x' }, readableSchema(large))).toEqual({ a: '(not shown)' });
});

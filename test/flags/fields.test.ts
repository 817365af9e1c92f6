import { expect, test } from 'vitest';
import { fieldsOf } from '../../src/flags/fields.ts';
import { isReservedFlag } from '../../src/flags/reserved.ts';
import { proves } from '../support/proves.ts';

function flagsOf(properties: Readonly<Record<string, unknown>>): Record<string, string | null> {
  const { fields } = fieldsOf({ type: 'object', properties });
  return Object.fromEntries(fields.map(({ name, flag }) => [name, flag]));
}

test('a snake_case property gets its kebab-case flag, an odd name is reached by --arg', () => {
  proves('UI-flags-rule-1');
  expect(
    flagsOf({
      wait_seconds: { type: 'integer' },
      'wait-seconds': { type: 'integer' },
      Big: { type: 'string' },
      '1st': { type: 'string' },
      'a b': { type: 'string' },
      'a.b': { type: 'string' },
      '': {},
    }),
  ).toEqual({
    wait_seconds: 'wait-seconds',
    'wait-seconds': 'arg-wait-seconds',
    Big: 'arg-Big',
    '1st': 'arg-1st',
    'a b': null,
    'a.b': null,
    '': null,
  });
});

test('the first property in schema order gets a flag; the --no- form of a boolean takes one too', () => {
  proves('UI-flags-rule-1');
  expect(flagsOf({ deep: { type: 'boolean' }, no_deep: { type: 'string' } })).toEqual({
    deep: 'deep',
    no_deep: 'arg-no_deep',
  });
  expect(flagsOf({ no_deep: { type: 'string' }, deep: { type: 'boolean' } })).toEqual({
    no_deep: 'no-deep',
    deep: 'arg-deep',
  });
});

test('our names, their --no- forms, --arg-* and what Node acts on are never generated', () => {
  proves('UI-reserved-flags', 'UI-flags-node');
  const reserved = [
    'profile base_url output json query all follow follow_timeout yes no_input dry_run timeout quiet',
    'verbose help input arg validate schema example columns sort_by pager color',
    'env_file env_file_if_exists experimental_config_file experimental_default_config_file',
  ]
    .join(' ')
    .split(' ');
  for (const name of reserved) {
    expect(flagsOf({ [name]: { type: 'string' } })).toEqual({ [name]: `arg-${name}` });
    expect(flagsOf({ [`no_${name}`]: {} })).toEqual({ [`no_${name}`]: `arg-no_${name}` });
    expect(isReservedFlag(name.replaceAll('_', '-'))).toBe(true);
  }
  expect(flagsOf({ arg_x: {}, no_arg_x: {}, argument: {} })).toEqual({
    arg_x: 'arg-arg_x',
    no_arg_x: 'arg-no_arg_x',
    argument: 'argument',
  });
});

test('names of Object.prototype are ordinary properties', () => {
  proves('UI-flags-no-prototype');
  const properties = JSON.parse(
    '{"__proto__": {"type": "string"}, "constructor": {"type": "string"}, "toString": {}}',
  );
  expect(
    fieldsOf({ type: 'object', properties }).fields.map(({ name, flag }) => [name, flag]),
  ).toEqual([
    ['__proto__', 'arg-__proto__'],
    ['constructor', 'constructor'],
    ['toString', 'arg-toString'],
  ]);
});

test('required properties that name a thing are positional in the order of required', () => {
  proves('UI-flags-rule-2');
  const text = { type: 'string' };
  const schema = {
    type: 'object',
    properties: { skill: text, machine: text, name: text, job: text, issue: { type: 'array' } },
    required: ['name', 'machine', 'skill', 'issue', 'machine'],
  };
  expect(fieldsOf(schema).positionals).toEqual(['machine', 'skill']);
});

test('each kind of schema becomes its kind of field', () => {
  proves('UI-flags-rule-3', 'UI-flags-rule-4');
  const kinds = (properties: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      fieldsOf({
        type: 'object',
        properties,
        $defs: { Tag: { type: 'string', maxLength: 5 } },
      }).fields.map(({ name, kind }) => [name, kind]),
    );
  expect(
    kinds({
      short: { type: 'string', maxLength: 1000 },
      content: { type: 'string', maxLength: 1001 },
      unbounded: { type: 'string' },
      skill: { type: 'string' },
      since: { type: 'string', format: 'date-time' },
      limit: { type: 'integer' },
      ratio: { type: 'number' },
      deep: { type: 'boolean' },
      state: { type: 'string', enum: ['open', 'resolved'] },
      only: { const: 'one' },
      level: { enum: [1, 2] },
      options: { type: 'array', items: { type: 'string' } },
      pair: { type: 'array', prefixItems: [{ type: 'string' }] },
      args: { type: 'object' },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      payload: {},
      always: true,
      either: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      maybe: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      nullable: { type: ['string', 'null'], maxLength: 5 },
      two: { type: ['string', 'integer'] },
      tag: { $ref: '#/$defs/Tag' },
      self: { $ref: '#/properties/self' },
      elsewhere: { $ref: 'https://example.com/schema.json' },
    }),
  ).toEqual({
    short: 'text',
    content: 'long-text',
    unbounded: 'long-text',
    skill: 'text',
    since: 'text',
    limit: 'integer',
    ratio: 'number',
    deep: 'boolean',
    state: 'enum',
    only: 'enum',
    level: 'json',
    options: 'array',
    pair: 'json',
    args: 'object',
    headers: 'string-map',
    payload: 'json',
    always: 'json',
    either: 'json',
    maybe: 'integer',
    nullable: 'text',
    two: 'json',
    tag: 'text',
    self: 'json',
    elsewhere: 'json',
  });
});

test('help says what flags cannot express', () => {
  proves('UI-flags-rule-5');
  const schema = {
    type: 'object',
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
    properties: {
      a: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      b: { type: ['string', 'null'] },
    },
  };
  expect(fieldsOf(schema).unsupported).toEqual([
    'the input as a whole has anyOf',
    'a: has oneOf, give it as JSON',
    'b: null is given as --arg NAME:=null',
  ]);
  for (const odd of [true, false, null, 'text', [], { type: 'string' }, { properties: [] }]) {
    expect(fieldsOf(odd).fields).toEqual([]);
    expect(fieldsOf(odd).unsupported).toEqual(['the schema names no properties']);
  }
  expect(fieldsOf({ type: 'object' }).unsupported).toEqual([]);
});

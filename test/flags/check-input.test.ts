import { expect, test } from 'vitest';
import { parseJson } from '../../src/base/json/lossless.ts';
import { Failure } from '../../src/contract/failure.ts';
import { checkInput, problemsOf } from '../../src/flags/check/check-input.ts';
import { fieldsOf } from '../../src/flags/fields.ts';
import type { PlainObject } from '../../src/flags/plain-json.ts';
import { proves } from '../support/proves.ts';

async function sentences(
  property: unknown,
  json: string,
  rest: object = {},
): Promise<readonly string[]> {
  const schema = { type: 'object', properties: { x: property }, ...rest };
  const input = parseJson(`{"x":${json}}`) as PlainObject;
  return (await problemsOf(input, schema, fieldsOf(schema))).map(({ sentence }) => sentence);
}

/** Schema, what fits, what does not, and what is allowed. */
const CASES: readonly (readonly [
  object | boolean,
  readonly string[],
  readonly string[],
  string,
])[] = [
  [
    { type: 'integer', minimum: 1, maximum: 5 },
    ['1', '5', '2.0'],
    ['0', '6', '1.5', '"1"', 'null'],
    'a whole number from 1 to 5',
  ],
  [
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    ['0.5'],
    ['0', '1', 'true'],
    'a number above 0 and below 1',
  ],
  [
    { type: 'string', minLength: 1, maxLength: 2 },
    ['"a"', '"😀😀"'],
    ['""', '"abc"', '"😀😀😀"'],
    'text of 1 to 2 characters',
  ],
  [{ type: 'string', pattern: '^[a-z]+$' }, ['"abc"'], ['"Abc"', '""'], 'text matching ^[a-z]+$'],
  [{ type: 'boolean' }, ['true', 'false'], ['"true"', '0'], 'true or false'],
  [{ enum: ['open', 'resolved'] }, ['"open"'], ['"Open"', 'null'], 'one of open, resolved'],
  [{ const: 3 }, ['3'], ['4'], '3'],
  [
    { type: 'array', minItems: 1, maxItems: 2 },
    ['[1]', '[1,2]'],
    ['[]', '[1,2,3]', '{}'],
    'a list of 1 to 2 items',
  ],
  [{ type: ['string', 'null'] }, ['null', '"a"'], ['1'], 'text or null'],
  [
    { anyOf: [{ type: 'integer' }, { type: 'string', maxLength: 3 }] },
    ['1', '"abc"'],
    ['"abcd"', 'null'],
    'a whole number, or text of at most 3 characters',
  ],
  [
    { oneOf: [{ type: 'integer' }, { minimum: 2 }] },
    ['1', '2.5'],
    ['1.5'],
    'a whole number, or of at least 2',
  ],
  [
    { oneOf: [{ type: 'integer' }, { minimum: 2 }] },
    [],
    ['3'],
    'exactly one of: a whole number, or of at least 2',
  ],
  [
    { type: 'integer', multipleOf: 5 },
    ['10', '0', '90071992547409930'],
    ['7'],
    'a whole number that is a multiple of 5',
  ],
  [{ not: { type: 'string' } }, ['1', 'null'], ['"a"'], 'anything but text'],
  [false, [], ['1', '{}'], 'nothing'],
  [true, ['1', '{}'], [], ''],
  [
    JSON.parse('{"if":{"type":"string"},"then":{"maxLength":2},"else":{"minimum":5}}'),
    ['"ab"', '5', 'null'],
    ['4'],
    'of at least 5',
  ],
  [
    { type: 'array', uniqueItems: true, contains: { type: 'integer' } },
    ['[1,"a"]'],
    ['["a"]'],
    'a list with the right number of items that are a whole number',
  ],
  [{ enum: [{ a: 1, b: [2] }] }, ['{"b":[2],"a":1}'], ['{"a":1}'], 'only {"a":1,"b":[2]}'],
  [{ allOf: [{ type: 'integer' }, { minimum: 2 }] }, ['2'], ['1'], 'of at least 2'],
  [{ $ref: '#/$defs/Tag' }, ['"a"'], ['1'], 'text'],
  [
    { anyOf: [{ type: 'integer', exclusiveMinimum: 9007199254740992 }] },
    ['9007199254740993'],
    ['9007199254740991'],
    'a whole number above 9007199254740992',
  ],
];

test('each keyword accepts what fits and says what is allowed', async () => {
  proves('UI-flags-rule-6');
  for (const [schema, good, bad, allowed] of CASES) {
    const rest = { $defs: { Tag: { type: 'string' } } };
    for (const json of good) expect(await sentences(schema, json, rest)).toEqual([]);
    for (const json of bad) {
      expect(await sentences(schema, json, rest)).toEqual([
        `--x is ${JSON.stringify(parseJson(json))}; allowed is ${allowed}.`,
      ]);
    }
  }
});

test('members and items are named where they stand', async () => {
  proves('UI-flags-rule-6');
  const schema = {
    type: 'object',
    properties: {
      options: { type: 'array', items: { type: 'string' } },
      args: {
        type: 'object',
        properties: { lines: { type: 'integer' } },
        required: ['lines'],
        additionalProperties: false,
      },
      json: { type: 'boolean' },
    },
    required: ['machine'],
    additionalProperties: false,
  };
  const input = { options: ['a', 5], args: { line: 1 }, json: 'x', optoins: [] };
  expect(
    (await problemsOf(input, schema, fieldsOf(schema))).map(({ sentence }) => sentence),
  ).toEqual([
    '--arg machine is required: another value.',
    '--options[1] is 5; allowed is text.',
    '--args.lines is required: a whole number.',
    '--args.line is not known here: allowed are only lines. Did you mean lines?',
    '--arg-json is "x"; allowed is true or false.',
    '--arg optoins is not known here: allowed are only options, args, json. Did you mean options?',
  ]);
});

test('where one of several members is needed, each way is told', async () => {
  proves('UI-flags-rule-6');
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, store_payloads: { type: 'boolean' } },
    anyOf: [{ required: ['name'] }, { required: ['store_payloads'] }],
  };
  expect((await problemsOf({}, schema, fieldsOf(schema))).map(({ sentence }) => sentence)).toEqual([
    'the input is {}; allowed is an object with name, or an object with store_payloads.',
  ]);
  expect(await problemsOf({ store_payloads: false }, schema, fieldsOf(schema))).toEqual([]);
});

test('the failure names flag, value and what is allowed, for programs too', async () => {
  proves('UI-flags-rule-6');
  const schema = { type: 'object', properties: { limit: { type: 'integer', maximum: 100 } } };
  const thrown = await (async () => {
    try {
      await checkInput({ limit: 500 }, schema, fieldsOf(schema));
      return null;
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(Failure);
  expect((thrown as Failure).kind).toBe('usage');
  expect((thrown as Failure).facts).toEqual({
    code: 'invalid_input',
    title: '--limit is not valid',
    detail: '--limit is 500; allowed is a whole number of at most 100.',
    extra: {
      problems: [
        { flag: '--limit', path: 'limit', value: '500', allowed: 'a whole number of at most 100' },
      ],
    },
  });
});

test('whole numbers beyond 2^53 are compared digit by digit', async () => {
  proves('UI-flags-rule-6');
  const schema = { type: 'integer', minimum: 0, maximum: 9007199254740991 };
  expect(await sentences(schema, '9007199254740991')).toEqual([]);
  expect(await sentences(schema, '9007199254740993')).toEqual([
    '--x is {}; allowed is a whole number from 0 to 9007199254740991.'.replace(
      '{}',
      '9007199254740993',
    ),
  ]);
  expect(await sentences({ type: 'integer' }, '9007199254740993.5')).toHaveLength(1);
  expect(await sentences({ type: 'integer' }, '123456789012345678901234567890')).toEqual([]);
});

test('unknown keywords, wrong patterns and dangerous ones are left to the service', async () => {
  proves('UI-flags-rule-5');
  const long = `"${'a'.repeat(50_000)}!"`;
  for (const keywords of [{ format: 'uuid' }, { made_up: 5 }, { unevaluatedItems: false }]) {
    expect(await sentences(keywords, '["x"]')).toEqual([]);
  }
  for (const pattern of [
    '(',
    '\\1',
    '(?=b)',
    '(?<!a)a',
    '^(?:a{1,99}){1,99}$',
    'b{1001}',
    '(?i)b',
    '\\p{Emoji}',
    '^(?:b{1,40}){1,20}(?:b{1,40}){1,20}$',
  ]) {
    expect(await sentences({ type: 'string', pattern }, long)).toEqual([]);
  }
  expect(
    await sentences({ type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }, '"A"'),
  ).toHaveLength(1);
  expect(await sentences({ type: 'string', pattern: '^\\p{Lu}$' }, '"É"')).toEqual([]);
});

test('recursive schemas end', async () => {
  proves('UI-flags-rule-5');
  const tree = { type: 'object', properties: { x: { $ref: '#' } } };
  expect((await problemsOf({ x: { x: { x: 5 } } }, tree, fieldsOf(tree)))[0]?.sentence).toBe(
    '--x.x.x is 5; allowed is an object.',
  );
  const circle = {
    $ref: '#/$defs/a',
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  };
  expect(await problemsOf({ x: 1 }, circle, fieldsOf(circle))).toEqual([]);
  const wide = { anyOf: [{ $ref: '#' }, { $ref: '#' }, { $ref: '#' }] };
  expect(await problemsOf({}, wide, fieldsOf(wide))).toEqual([]);
});

test('prototype names are members like any other', async () => {
  proves('UI-flags-no-prototype');
  const schema = { type: 'object', properties: {}, additionalProperties: false };
  const input = JSON.parse('{"__proto__":1,"constructor":2}') as PlainObject;
  expect(await problemsOf(input, schema, fieldsOf(schema))).toHaveLength(2);
  const required = { type: 'object', required: ['toString'] };
  expect(await problemsOf({}, required, fieldsOf(required))).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { parseJson } from '../../src/base/json/lossless.ts';
import { Failure } from '../../src/contract/failure.ts';
import { checkInput, problemsOf } from '../../src/flags/check-input.ts';
import { fieldsOf } from '../../src/flags/fields.ts';
import type { PlainObject } from '../../src/flags/plain-json.ts';
import { proves } from '../support/proves.ts';

function sentences(property: unknown, json: string, rest: object = {}): readonly string[] {
  const schema = { type: 'object', properties: { x: property }, ...rest };
  const input = parseJson(`{"x":${json}}`) as PlainObject;
  return problemsOf(input, schema, fieldsOf(schema)).map(({ sentence }) => sentence);
}

test('each keyword accepts what fits and says what is allowed', () => {
  proves('UI-flags-rule-6');
  const cases: readonly (readonly [object, readonly string[], readonly string[], string])[] = [
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
      ['1', '3'],
      ['1.5'],
      'a whole number, or of at least 2',
    ],
    [{ allOf: [{ type: 'integer' }, { minimum: 2 }] }, ['2'], ['1'], 'of at least 2'],
    [{ $ref: '#/$defs/Tag' }, ['"a"'], ['1'], 'text'],
  ];
  for (const [schema, good, bad, allowed] of cases) {
    const rest = { $defs: { Tag: { type: 'string' } } };
    for (const json of good) expect(sentences(schema, json, rest)).toEqual([]);
    for (const json of bad) {
      expect(sentences(schema, json, rest)).toEqual([
        `--x is ${JSON.stringify(parseJson(json))}; allowed is ${allowed}.`,
      ]);
    }
  }
});

test('members and items are named where they stand', () => {
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
  expect(problemsOf(input, schema, fieldsOf(schema)).map(({ sentence }) => sentence)).toEqual([
    '--arg machine is required: another value.',
    '--options[1] is 5; allowed is text.',
    '--args.lines is required: a whole number.',
    '--args.line is not known here: allowed are only lines. Did you mean lines?',
    '--arg-json is "x"; allowed is true or false.',
    '--arg optoins is not known here: allowed are only options, args, json. Did you mean options?',
  ]);
});

test('where one of several members is needed, each way is told', () => {
  proves('UI-flags-rule-6');
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, store_payloads: { type: 'boolean' } },
    anyOf: [{ required: ['name'] }, { required: ['store_payloads'] }],
  };
  expect(problemsOf({}, schema, fieldsOf(schema)).map(({ sentence }) => sentence)).toEqual([
    'the input is {}; allowed is an object with name, or an object with store_payloads.',
  ]);
  expect(problemsOf({ store_payloads: false }, schema, fieldsOf(schema))).toEqual([]);
});

test('the failure names flag, value and what is allowed, for programs too', () => {
  proves('UI-flags-rule-6');
  const schema = { type: 'object', properties: { limit: { type: 'integer', maximum: 100 } } };
  const thrown = (() => {
    try {
      checkInput({ limit: 500 }, schema, fieldsOf(schema));
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

test('whole numbers beyond 2^53 are compared digit by digit', () => {
  proves('UI-flags-rule-6');
  const schema = { type: 'integer', minimum: 0, maximum: 9007199254740991 };
  expect(sentences(schema, '9007199254740991')).toEqual([]);
  expect(sentences(schema, '9007199254740993')).toEqual([
    '--x is {}; allowed is a whole number from 0 to 9007199254740991.'.replace(
      '{}',
      '9007199254740993',
    ),
  ]);
  expect(sentences({ type: 'integer' }, '9007199254740993.5')).toHaveLength(1);
  expect(sentences({ type: 'integer' }, '123456789012345678901234567890')).toEqual([]);
});

test('unknown keywords, wrong patterns and dangerous ones are left to the service', () => {
  proves('UI-flags-rule-5');
  const long = `"${'a'.repeat(50_000)}!"`;
  expect(sentences({ format: 'uuid', not: {}, if: {}, multipleOf: 7 }, '"x"')).toEqual([]);
  for (const pattern of [
    '(',
    '^(a+)+$',
    '^(a|a)*$',
    '(.*)(.*)(.*)x$',
    '\\1',
    '^(?:a{1,99}){1,99}$',
  ]) {
    expect(sentences({ type: 'string', pattern }, long)).toEqual([]);
  }
  expect(sentences({ type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }, '"A"')).toHaveLength(
    1,
  );
  expect(sentences({ type: 'string', pattern: '^\\p{Lu}$' }, '"É"')).toEqual([]);
});

test('recursive schemas end', () => {
  proves('UI-flags-rule-5');
  const tree = { type: 'object', properties: { x: { $ref: '#' } } };
  expect(problemsOf({ x: { x: { x: 5 } } }, tree, fieldsOf(tree))[0]?.sentence).toBe(
    '--x.x.x is 5; allowed is an object.',
  );
  const circle = {
    $ref: '#/$defs/a',
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  };
  expect(problemsOf({ x: 1 }, circle, fieldsOf(circle))).toEqual([]);
  const wide = { anyOf: [{ $ref: '#' }, { $ref: '#' }, { $ref: '#' }] };
  expect(problemsOf({}, wide, fieldsOf(wide))).toEqual([]);
});

test('prototype names are members like any other', () => {
  proves('UI-flags-no-prototype');
  const schema = { type: 'object', properties: {}, additionalProperties: false };
  const input = JSON.parse('{"__proto__":1,"constructor":2}') as PlainObject;
  expect(problemsOf(input, schema, fieldsOf(schema))).toHaveLength(2);
  const required = { type: 'object', required: ['toString'] };
  expect(problemsOf({}, required, fieldsOf(required))).toHaveLength(1);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../src/base/json/lossless.ts';
import { createBudget } from '../../src/flags/check/budget.ts';
import { createSchemaCheck } from '../../src/flags/check/check-schema.ts';
import { toRe2 } from '../../src/flags/check/ecmascript-to-re2.ts';
import { createLibraryCheck } from '../../src/flags/check/library-check.ts';
import { createPatterns } from '../../src/flags/check/linear-pattern.ts';
import { surelyFits } from '../../src/flags/check/surely-fits.ts';
import { proves } from '../support/proves.ts';

const problems = async (schema: unknown, value: unknown) => {
  const found = await createSchemaCheck()(value, schema);
  return found.map(({ path, kind, allowed }) => `${path.join('.')} ${kind}: ${allowed}`);
};

test('tuples, definitions, conditions and dependent members are checked', async () => {
  proves('UI-flags-rule-6');
  const schema = {
    $defs: { port: { type: 'integer', maximum: 65535 } },
    properties: {
      range: { prefixItems: [{ $ref: '#/$defs/port' }, { type: 'string' }], items: false },
      mode: { enum: ['on', 'off'] },
      'a/b': { patternProperties: { '^x-': { type: 'boolean' } }, additionalProperties: false },
    },
    dependentRequired: { mode: ['reason'] },
    ...JSON.parse(
      '{"if":{"properties":{"mode":{"const":"on"}},"required":["mode"]},"then":{"required":["range"]}}',
    ),
  };
  const good = { range: [80, 'tcp'], mode: 'on', reason: 'r', 'a/b': { 'x-1': true } };
  expect(await problems(schema, good)).toEqual([]);
  expect(await problems(schema, { mode: 'off', reason: 'r' })).toEqual([]);
  expect((await problems(schema, { mode: 'on', 'a/b': { 'x-1': 1, y: 1 } })).sort()).toEqual([
    'a/b.x-1 wrong: true or false',
    'a/b.y unknown: no properties at all',
    'range missing: another value',
    'reason missing: another value',
  ]);
});

test('each old draft is read as itself', async () => {
  const draft = (name: string) => `http://json-schema.org/${name}/schema#`;
  const tuple = { items: [{ type: 'string' }], additionalItems: false };
  expect(await problems({ $schema: draft('draft-07'), ...tuple }, ['a', 1])).toHaveLength(1);
  const below = { $schema: draft('draft-04'), maximum: 5, exclusiveMaximum: true };
  expect(await problems(below, 5)).toHaveLength(1);
  expect(await problems(below, 4)).toEqual([]);
});

test('what cannot be decided here never makes another part wrong', async () => {
  proves('UI-flags-rule-5');
  const undecided = { type: 'string', pattern: '(?=x)' };
  const named: unknown = JSON.parse('{"__proto__":{"type":"integer"}}');
  const cases: readonly (readonly [object, unknown])[] = [
    [{ not: undecided }, 'a'],
    [{ oneOf: [undecided, { type: 'string' }] }, 'a'],
    [JSON.parse('{"if":{"pattern":"(?=x)"},"then":false}'), 'a'],
    [{ contains: undecided, maxContains: 0 }, ['a']],
    [{ patternProperties: { '(?=x)': {} }, additionalProperties: false }, { a: 1 }],
    [{ anyOf: [{ $ref: '#/$defs/none' }, { type: 'null' }] }, 'a'],
    [{ not: { $ref: 'https://elsewhere.example/schema' } }, 'a'],
    [{ properties: named, additionalProperties: false }, JSON.parse('{"__proto__":"a"}')],
    [{ not: { multipleOf: 7 } }, parseJson('90071992547409931')],
    [{ type: 'object', properties: { a: 5, b: null }, required: 7, minProperties: '1' }, { a: 1 }],
  ];
  for (const [schema, value] of cases) {
    expect([schema, await problems(schema, value)]).toEqual([schema, []]);
  }
});

test('a hostile schema is given up and not worked through', async () => {
  proves('UI-flags-rule-5');
  const refs = (keyword: string) =>
    Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `d${at}`,
        { [keyword]: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
      ]),
    );
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const $defs = { ...refs(keyword), d30: { type: 'string' } };
    expect(await problems({ $defs, $ref: '#/$defs/d0' }, 5)).toEqual([]);
  }
  const deep: unknown = JSON.parse(`${'{"items":'.repeat(3000)}false${'}'.repeat(3000)}`);
  expect(await problems(deep, JSON.parse(`${'['.repeat(400)}${']'.repeat(400)}`))).toEqual([]);
  const many = Array.from({ length: 100_000 }, (_, at) => at);
  expect(await problems({ type: 'array', uniqueItems: true }, many)).toEqual([]);
});

/** At most three members of each object: with more, hardly a value fits. */
function fewOf(schemas: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return schemas.chain((schema) =>
    fc.subarray(Object.entries(schema), { minLength: 1, maxLength: 3 }).map(Object.fromEntries),
  );
}

test('what surely fits, fits by the library too', async () => {
  const scalar = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.integer({ min: -2, max: 9 }),
    fc.double(),
  );
  const members = (schema: fc.Arbitrary<object>) =>
    fc.dictionary(fc.constantFrom('a', 'b', 'toString'), schema, { maxKeys: 2 });
  const { schema } = fc.letrec<{ schema: object }>((tie) => ({
    schema: fewOf(
      fc.record({
        type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object', 'null'),
        enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1 }),
        minimum: fc.integer({ min: -3, max: 3 }),
        maximum: fc.integer({ min: 0, max: 9 }),
        minLength: fc.nat(3),
        maxLength: fc.nat(4),
        minItems: fc.nat(2),
        maxItems: fc.nat(3),
        required: fc.uniqueArray(fc.constantFrom('a', 'toString'), { maxLength: 1 }),
        properties: fc.oneof({ maxDepth: 2 }, fc.constant({}), members(tie('schema'))),
        additionalProperties: fc.oneof({ maxDepth: 2 }, fc.boolean(), tie('schema')),
        items: fc.oneof({ maxDepth: 2 }, fc.boolean(), tie('schema')),
        format: fc.constant('date-time'),
      }),
    ),
  }));
  const value = fc.oneof(
    scalar,
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), scalar),
  );
  let fitting = 0;
  await fc.assert(
    fc.asyncProperty(schema, value, async (given, tried) => {
      if (!surelyFits(tried, given)) return;
      fitting += 1;
      expect(await createLibraryCheck()(tried, given)).toEqual([]);
    }),
    { numRuns: 250 },
  );
  expect(fitting).toBeGreaterThan(20);
});

const atom = fc.constantFrom(
  ...[
    'a',
    'B',
    '-',
    ' ',
    '\\.',
    '.',
    '\\d',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\b',
    '\\n',
    '\\u00e9',
    '\\u{1F600}',
  ],
  ...[
    '\\uD83D\\uDE00',
    '\\x41',
    '\\/',
    '\\0',
    '\\p{Lu}',
    '\\P{L}',
    '\\p{Script=Greek}',
    '[a-c]',
    '[^a-c]',
    '[[a]',
    '[^]',
  ],
  ...[
    '[\\s\\S]',
    '[^\\S]',
    '[\\w-]',
    '[\\b]',
    '[.*$]',
    '[\\]]',
    '(?:ab)',
    '(a|b)',
    '(?<n>a)',
    '^',
    '$',
    '|',
    '😀',
    '\\-',
  ],
);
const quantified = fc.tuple(
  atom,
  fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{1,}', '*?'),
);
const text = fc.array(
  fc.constantFrom(
    'a',
    'b',
    'A',
    'B',
    '-',
    '.',
    ' ',
    '\u00a0',
    '\ufeff',
    '\n',
    '\r',
    '\u2028',
    'é',
    '😀',
    'α',
    '\0',
    '\b',
    '/',
    '[',
  ),
  { maxLength: 5 },
);

test('a translated pattern matches what ECMAScript matches', () => {
  const patternOf = createPatterns({ ...createBudget(), spend: () => {} });
  fc.assert(
    fc.property(fc.array(quantified, { maxLength: 4 }), text, (parts, characters) => {
      const pattern = parts.flat().join('');
      const test = toRe2(pattern) === null ? null : patternOf(pattern);
      const theirs = ecmaScript(pattern);
      if (test === null || theirs === null) return;
      expect([pattern, test(characters.join(''))]).toEqual([
        pattern,
        theirs.test(characters.join('')),
      ]);
    }),
    { numRuns: 1000 },
  );
});

function ecmaScript(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkInput, problemsOf } from '../../src/flags/check/check-input.ts';
import { exampleInput } from '../../src/flags/example.ts';
import type { Field } from '../../src/flags/field.ts';
import { fieldsOf } from '../../src/flags/fields.ts';
import { toFlagDescriptors } from '../../src/flags/flag-descriptors.ts';
import type { RawValue } from '../../src/flags/set-flag.ts';
import { toInput } from '../../src/flags/to-input.ts';
import { literalReaders } from '../support/literal-readers.ts';
import { proves } from '../support/proves.ts';

const NEVER_GENERATED =
  /^(no-)*(profile|base-url|output|json|query|all|follow|follow-timeout|yes|no-input|input|dry-run|timeout|quiet|verbose|help|arg|validate|schema|example|columns|sort-by|pager|color|env-file|env-file-if-exists|experimental-config-file|experimental-default-config-file)$/;

const awkwardName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'),
  fc.constantFrom('json', 'env_file', 'no_input', 'arg_x', 'no_json', 'x', 'no_x', 'machine'),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/),
);

const { anySchema } = fc.letrec<{ anySchema: unknown }>((tie) => ({
  anySchema: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue({ maxDepth: 1 }),
    fc.record(
      {
        type: fc.oneof(
          fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object', 'null', 'x'),
          fc.array(fc.constantFrom('string', 'integer', 'null', 'object'), { maxLength: 3 }),
          fc.jsonValue({ maxDepth: 0 }),
        ),
        properties: fc.dictionary(awkwardName, tie('anySchema'), { maxKeys: 5 }),
        required: fc.oneof(fc.array(awkwardName, { maxLength: 3 }), fc.jsonValue({ maxDepth: 0 })),
        items: tie('anySchema'),
        additionalProperties: tie('anySchema'),
        enum: fc.oneof(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }), fc.constant(5)),
        const: fc.jsonValue({ maxDepth: 1 }),
        default: fc.jsonValue({ maxDepth: 1 }),
        $ref: fc.constantFrom('#', '#/properties', '#/$defs/a', '#/%', 'http://x', '#/items', 5),
        $defs: fc.dictionary(fc.constantFrom('a', 'b'), tie('anySchema')),
        anyOf: fc.array(tie('anySchema'), { maxLength: 3 }),
        oneOf: fc.array(tie('anySchema'), { maxLength: 2 }),
        allOf: fc.array(tie('anySchema'), { maxLength: 2 }),
        pattern: fc.oneof(fc.string(), fc.constantFrom('(a+)+$', '(', '^a')),
        minimum: fc.oneof(fc.double(), fc.string()),
        maxLength: fc.oneof(fc.integer(), fc.constant(null)),
        minItems: fc.integer(),
        description: fc.oneof(fc.string(), fc.constant(5)),
      },
      { requiredKeys: [] },
    ),
  ),
}));

test('no schema whatever makes an operation unusable or hangs', async () => {
  proves('UI-flags-rule-5', 'UI-flags-node', 'UI-reserved-flags');
  const property = fc.asyncProperty(
    anySchema,
    fc.dictionary(awkwardName, fc.jsonValue(), { maxKeys: 5 }),
    async (schema, input) => {
      const fields = fieldsOf(schema);
      const names = toFlagDescriptors(fields).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).not.toMatch(NEVER_GENERATED);
      await exampleInput(schema);
      await problemsOf(input, schema, fields);

      const args = Object.entries(input)
        .filter(([name]) => !/[=:]/.test(name) && name !== '')
        .map(([name, value]) => `${name}:=${JSON.stringify(value)}`);
      const typed = { flags: new Map<string, RawValue>(), args, positionals: [] };
      const made = await toInput(fields, typed, literalReaders().readers);
      const sent = JSON.parse(JSON.stringify(input));
      for (const name of Object.keys(made)) {
        expect(JSON.stringify(made[name])).toBe(JSON.stringify(sent[name]));
      }
      expect(Object.keys(made)).toHaveLength(args.length);
    },
  );
  await fc.assert(property, { numRuns: 100 });
});

const member = fc.oneof(
  fc.record({
    schema: fc.constant({ type: 'string', maxLength: 200 }),
    value: fc.string({ maxLength: 20 }),
  }),
  fc.record({
    schema: fc.constant({ type: 'string' }),
    value: fc.string({ unit: 'binary', maxLength: 20 }),
  }),
  fc.record({ schema: fc.constant({ type: 'integer' }), value: fc.maxSafeInteger() }),
  fc.record({
    schema: fc.constant({ type: 'number' }),
    value: fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((value) => !Object.is(value, -0)),
  }),
  fc.record({ schema: fc.constant({ type: 'boolean' }), value: fc.boolean() }),
  fc.record({
    schema: fc.constant({ enum: ['a', 'b', '@c'] }),
    value: fc.constantFrom('a', 'b', '@c'),
  }),
  fc.record({
    schema: fc.constant({ type: 'array', items: { type: 'string' } }),
    value: fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    schema: fc.constant({ type: 'object', additionalProperties: { type: 'string' } }),
    value: fc.dictionary(fc.stringMatching(/^[A-Za-z_-]{1,8}$/), fc.string({ maxLength: 5 }), {
      minKeys: 1,
      maxKeys: 4,
    }),
  }),
  fc.record({ schema: fc.constant({}), value: fc.jsonValue() }),
  fc.record({
    schema: fc.constant({ type: 'object' }),
    value: fc.dictionary(awkwardName, fc.jsonValue()),
  }),
);

test('flags made from a value give back exactly that value', async () => {
  proves('UI-flags-rule-3', 'UI-flags-no-prototype');
  const property = fc.asyncProperty(
    fc.dictionary(awkwardName, member, { maxKeys: 8 }),
    async (members) => {
      const entries = Object.entries(members);
      const schema = {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, { schema: own }]) => [name, own])),
        additionalProperties: false,
      };
      const fields = fieldsOf(schema);
      const flags = new Map<string, RawValue>();
      const args: string[] = [];
      const wanted: [string, unknown][] = [];
      for (const field of fields.fields) {
        const value = members[field.name]?.value;
        wanted.push([field.name, value]);
        if (field.flag === null) args.push(`${field.name}:=${JSON.stringify(value)}`);
        else flags.set(field.flag, rawOf(field, value));
      }
      const made = await toInput(
        fields,
        { flags, args, positionals: [] },
        literalReaders().readers,
      );
      const asJson = (pairs: Iterable<[string, unknown]>) =>
        [...pairs].map(([name, value]) => JSON.stringify([name, value])).sort();
      expect(asJson(Object.entries(made))).toEqual(asJson(wanted));
      await checkInput(made, schema, fields);
    },
  );
  await fc.assert(property, { numRuns: 250 });
});

/** What a person types for that value. */
function rawOf({ kind }: Field, value: unknown): RawValue {
  if (kind === 'boolean') return value === true;
  if (kind === 'array') return value as readonly string[];
  if (kind === 'string-map') {
    return Object.entries(value as Readonly<Record<string, string>>).map((pair) => pair.join('='));
  }
  if (kind === 'json' || kind === 'object') return JSON.stringify(value);
  return kind === 'long-text' && String(value).startsWith('@') ? `@${value}` : String(value);
}

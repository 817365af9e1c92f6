import * as fc from 'fast-check';
import { HOSTILE_NAMES, HOSTILE_NUMBERS, HOSTILE_TEXTS } from './hostile-values.ts';

/** What of JSON Schema the service publishes for inputs. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Ids and names of what exists, by the member that takes them; and all of them. */
export interface KnownValues {
  readonly of: (member: string) => readonly string[];
  readonly all: readonly string[];
}

/** Texts beyond this are only made to hit a border. */
const LONG_TEXT = 2000;

/** Any JSON value, hostile ones among them. */
export function anyValue(known: KnownValues): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(...HOSTILE_TEXTS, ...HOSTILE_NUMBERS, null, true, false, [], {}),
    fc.constantFrom<unknown>(...known.all),
    fc.jsonValue({ maxDepth: 3 }),
    fc.nat(250).map(nested),
  );
}

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values that fit the schema, as far as it says; `member` is where they stand. */
export function fittingValue(
  schema: Schema,
  known: KnownValues,
  member = '',
): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const cases = schema.oneOf ?? schema.anyOf;
  if (cases !== undefined) {
    return fc.oneof(...cases.map((each) => fittingValue(each, known, member)));
  }
  switch (schema.type) {
    case 'string':
      return fittingText(schema, known, member);
    case 'integer':
    case 'number':
      return fittingNumber(schema, member);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fittingValue(schema.items ?? {}, known, member), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 25),
      });
    case 'object':
      return fittingObject(schema, known);
    default:
      return anyValue(known);
  }
}

function fittingText(schema: Schema, known: KnownValues, member: string): fc.Arbitrary<string> {
  const { pattern, format, minLength: min = 0, maxLength: max = 300 } = schema;
  if (format === 'email') return fc.emailAddress();
  const named = known.of(member);
  if (pattern !== undefined) return matchingText(new RegExp(pattern, 'u'), named);
  const existing = fc.constantFrom(...(named.length > 0 ? named : known.all));
  const maxLength = Math.min(max, 60);
  const any = fc.string({ unit: 'grapheme', minLength: Math.min(min, maxLength), maxLength });
  const atBorder = fc.constantFrom(...[min, Math.min(max, LONG_TEXT)].map((n) => 'ü'.repeat(n)));
  return fc.oneof(
    { weight: 6, arbitrary: existing },
    { weight: 2, arbitrary: any },
    { weight: 1, arbitrary: atBorder },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  );
}

function matchingText(pattern: RegExp, named: readonly string[]): fc.Arbitrary<string> {
  const any = fc.stringMatching(pattern);
  const existing = named.filter((name) => pattern.test(name));
  if (existing.length === 0) return any;
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...existing) },
    { weight: 1, arbitrary: any },
  );
}

function fittingNumber({ minimum, maximum }: Schema, member: string): fc.Arbitrary<number> {
  const min = minimum ?? -1000;
  const max = maximum ?? 1000;
  const any = fc.integer({ min, max });
  // A small page leaves more to page through.
  const small = fc.integer({ min, max: Math.min(max, min + 2) });
  return member === 'limit' ? fc.oneof(any, small) : fc.oneof(any, fc.constantFrom(min, max));
}

function fittingObject(schema: Schema, known: KnownValues): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties: more } = schema;
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    fittingValue(member, known, name),
  ]);
  const named = namedMembers(Object.fromEntries(members), required);
  if (more === false || more === undefined) return named;
  const others = typeof more === 'object' ? fittingValue(more, known) : anyValue(known);
  const names = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom(...HOSTILE_NAMES));
  const extra = fc.dictionary(names, others, { maxKeys: 4 });
  return fc.tuple(named, extra).map(([base, added]) => ({ ...added, ...base }));
}

/**
 * Objects of these members. Each filter more makes a list that has rows less likely, so most have two at
 * most of those that may be left out.
 */
function namedMembers(
  members: Record<string, fc.Arbitrary<unknown>>,
  required: readonly string[],
): fc.Arbitrary<object> {
  const optional = Object.keys(members).filter((name) => !required.includes(name));
  const few = fc.subarray(optional, { maxLength: Math.min(2, optional.length) });
  const some = few.chain((kept) => {
    const isKept = ([name]: readonly [string, unknown]) =>
      required.includes(name) || kept.includes(name);
    return fc.record(Object.fromEntries(Object.entries(members).filter(isKept)));
  });
  return fc.oneof(
    { weight: 3, arbitrary: some },
    { weight: 1, arbitrary: fc.record(members, { requiredKeys: [...required] }) },
  );
}

/**
 * Inputs for an object schema: half of them fit, most others fit but for one member, and some have
 * nothing to do with it.
 */
export function inputsFor(schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  const fitting = fittingValue(schema, known);
  return fc.oneof(
    { weight: 10, arbitrary: fitting },
    { weight: 9, arbitrary: almostFitting(schema, fitting, known) },
    { weight: 1, arbitrary: anyValue(known) },
  );
}

function almostFitting(
  schema: Schema,
  fitting: fc.Arbitrary<unknown>,
  known: KnownValues,
): fc.Arbitrary<unknown> {
  const variants = schema.oneOf ?? schema.anyOf ?? [schema];
  const names = [...new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const wrong = fc.oneof(anyValue(known), beyondBorders(variants));
  const place = fc.constantFrom(...names, ...HOSTILE_NAMES.slice(0, names.length === 0 ? 10 : 3));
  return fc
    .tuple(fitting, place, fc.option(wrong, { nil: undefined }))
    .map(([base, name, value]) => withMember(base, name, value));
}

/** `undefined` takes the member away. */
function withMember(base: unknown, name: string, value: unknown): unknown {
  const entries = Object.entries(Object(base) as object).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? entries : [...entries, [name, value]]);
}

/** One more than a member of the schema may have. */
function beyondBorders(variants: readonly Schema[]): fc.Arbitrary<unknown> {
  const values = variants.flatMap(({ properties = {} }) =>
    Object.values(properties).flatMap(({ minimum, maximum, maxLength, minLength }) => [
      ...(minimum === undefined ? [] : [minimum - 1]),
      ...(maximum === undefined ? [] : [maximum + 1]),
      ...(maxLength === undefined || maxLength > LONG_TEXT * 20 ? [] : ['x'.repeat(maxLength + 1)]),
      ...(minLength === undefined ? [] : ['x'.repeat(minLength - 1)]),
    ]),
  );
  return fc.constantFrom<unknown>('', ...values);
}

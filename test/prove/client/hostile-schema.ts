import { pickOne, wholeNumber } from '../seeded-random.ts';
import { hostileText, memberName } from './hostile-text.ts';
import { hostileValue } from './hostile-value.ts';

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null', 'nonsense'];
const REFERENCES = [
  '#',
  '#/$defs/a',
  '#/$defs/b',
  '#/properties/machine',
  '#/%',
  'http://x/y',
  '#/',
];
const PATTERNS = [
  '(a+)+$',
  `^${'(|.|.)'.repeat(60)}!$`,
  '(',
  '((((a{1,100}){1,100}){1,100}){1,100})',
  '^\\p{L}+$',
  '(?=a)',
  '^[a-z]+$',
];
const FORMATS = ['date-time', 'regex', 'uri', 'email', 'nonsense'];
const DEPTH_MAX = 4;

type Schema = Record<string, unknown>;

/** An input schema as a lying catalogue would have it; now and then a bomb. */
export function hostileSchema(random: () => number): unknown {
  const kind = random();
  if (kind < 0.02) return hostileValue(random);
  if (kind < 0.03) return fanOut(random);
  if (kind < 0.035) return deep(random);
  const schema = schemaAt(random, 0);
  if (typeof schema !== 'object' || schema === null || random() < 0.1) return schema;
  return {
    ...schema,
    type: 'object',
    $defs: { a: schemaAt(random, 2), b: schemaAt(random, 2) },
    properties: { machine: { type: 'string' }, ...propertiesAt(random, 1) },
    ...(random() < 0.3 && { required: names(random) }),
  };
}

function schemaAt(random: () => number, depth: number): unknown {
  if (random() < 0.05) return random() < 0.5;
  const schema: Schema = { type: pickOne(random, TYPES) };
  const count = wholeNumber(random, 0, 4);
  for (let at = 0; at < count; at += 1) addKeyword(schema, random, depth);
  return schema;
}

function addKeyword(schema: Schema, random: () => number, depth: number): void {
  const inner = () => (depth >= DEPTH_MAX ? true : schemaAt(random, depth + 1));
  const [keyword, value] = pickOne<() => readonly [string, unknown]>(random, [
    () => ['description', hostileText(random)],
    () => ['default', hostileValue(random)],
    () => ['enum', list(random, () => hostileValue(random))],
    () => ['const', hostileValue(random)],
    () => ['examples', list(random, () => hostileValue(random))],
    () => ['pattern', pickOne(random, PATTERNS)],
    () => ['format', pickOne(random, FORMATS)],
    () => ['minLength', wholeNumber(random, -1, 1_000_000_000)],
    () => ['maxLength', wholeNumber(random, -1, 10_000)],
    () => ['minimum', hostileValue(random)],
    () => ['multipleOf', wholeNumber(random, -1, 3)],
    () => ['$ref', pickOne(random, REFERENCES)],
    () => ['items', inner()],
    () => ['prefixItems', list(random, inner)],
    () => ['properties', depth >= DEPTH_MAX ? {} : propertiesAt(random, depth + 1)],
    () => ['patternProperties', { [pickOne(random, PATTERNS)]: inner() }],
    () => ['additionalProperties', inner()],
    () => [pickOne(random, ['anyOf', 'oneOf', 'allOf']), list(random, inner)],
    () => ['not', inner()],
    () => ['required', names(random)],
    () => ['type', list(random, () => pickOne(random, TYPES))],
  ])();
  schema[keyword] = value;
}

function propertiesAt(random: () => number, depth: number): Schema {
  return Object.fromEntries(
    Array.from({ length: wholeNumber(random, 0, 4) }, () => [
      memberName(random),
      schemaAt(random, depth),
    ]),
  );
}

function names(random: () => number): readonly string[] {
  return list(random, () => memberName(random));
}

function list<Item>(random: () => number, item: () => Item): readonly Item[] {
  return Array.from({ length: wholeNumber(random, 0, 3) }, item);
}

/** Few lines that mean millions of members. */
function fanOut(random: () => number): Schema {
  const width = wholeNumber(random, 2, 40);
  const levels = wholeNumber(random, 2, 8);
  const keyword = pickOne(random, ['properties', 'anyOf', 'oneOf', 'allOf']);
  const node = (next: number) => {
    const each = Array.from({ length: width }, () => ({ $ref: `#/$defs/l${next}` }));
    return keyword === 'properties'
      ? { type: 'object', properties: Object.fromEntries(each.map((ref, at) => [`m${at}`, ref])) }
      : { [keyword]: each };
  };
  const defs = Array.from({ length: levels }, (_, level) => [`l${level}`, node(level + 1)]);
  return {
    $defs: Object.fromEntries([...defs, [`l${levels}`, { type: 'string' }]]),
    type: 'object',
    properties: { machine: { $ref: '#/$defs/l0' } },
  };
}

function deep(random: () => number): unknown {
  const levels = wholeNumber(random, 50, 2_000);
  let schema: unknown = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { items: schema };
  return { type: 'object', properties: { machine: schema } };
}

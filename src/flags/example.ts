import { asRecord, requiredNames, resolveSchema } from '../contract/resolve-schema.ts';
import type { JsonSchema } from '../contract/tool.ts';
import { createSchemaCheck, type SchemaCheck } from './check/check-schema.ts';
import { emptyObject, isPlainObject, type PlainObject } from './plain-json.ts';

const DEPTH_MAX = 4;
/** Values made for one schema: references can make a few lines millions. */
const VALUES_MAX = 2000;
/** Characters of a value that the schema gives: a longer one shows nobody what to write. */
const GIVEN_CHARS_MAX = 20_000;
const CHARS_A_VALUE = 1000;

/**
 * An example input: every required property and, where the whole still fits the schema, each other
 * one too, but for texts of which the schema says only that they are texts: an invented one would be
 * taken for a real one. Made from the schema alone (its first example, default, first choice, bounds),
 * so it says nothing of the service's own data. Takes any JSON value and never throws.
 */
export async function exampleInput(inputSchema: unknown): Promise<PlainObject> {
  const check = createSchemaCheck();
  const budget = { left: VALUES_MAX };
  const { schema } = resolveSchema(inputSchema, inputSchema);
  const properties = asRecord(schema?.['properties']) ?? {};
  const required = new Set(requiredNames(schema ?? {}));
  const example = emptyObject();
  for (const name of Object.keys(properties)) {
    const context = { root: inputSchema, name, depth: 0, check, budget };
    const isRequired = required.has(name);
    if (!isRequired && isFreeText(resolveSchema(properties[name], inputSchema).schema)) continue;
    const value = await exampleValue(properties[name], context);
    if (value === undefined) continue;
    const problems = await check(value, withRoot(properties[name], inputSchema));
    if (problems.length === 0 || isRequired) example[name] = value;
  }
  return example;
}

function isFreeText(schema: JsonSchema | null): boolean {
  const says = ['examples', 'default', 'const', 'enum', 'anyOf', 'oneOf'];
  return schema?.['type'] === 'string' && says.every((word) => schema[word] === undefined);
}

interface ExampleContext {
  readonly root: unknown;
  readonly name: string;
  readonly depth: number;
  readonly check: SchemaCheck;
  readonly budget: { left: number };
}

async function exampleValue(of: unknown, context: ExampleContext): Promise<unknown> {
  const { budget } = context;
  budget.left -= 1 + context.name.length / CHARS_A_VALUE;
  if (budget.left < 0) return undefined;
  const { schema: resolved } = resolveSchema(of, context.root);
  const schema = resolved ?? {};
  const [first] = Array.isArray(schema['examples']) ? schema['examples'] : [];
  const example = given(first, budget);
  if (example !== undefined && (await context.check(example, schema)).length === 0) return example;
  const { default: byDefault = schema['const'] } = schema;
  const value = given(byDefault, budget);
  if (value !== undefined) return value;
  if (Array.isArray(schema['enum'])) return given(schema['enum'][0], budget);
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches) && context.depth < DEPTH_MAX) {
    return exampleValue(branches[0], { ...context, depth: context.depth + 1 });
  }
  switch (schema['type']) {
    case 'string':
      return exampleString(schema, context);
    case 'integer':
    case 'number':
      return exampleNumber(schema);
    case 'boolean':
      return true;
    case 'array':
      return exampleList(schema, context);
    case 'object':
      return exampleObject(schema, context);
    default:
      return emptyObject();
  }
}

/** A value that the schema gives, where it is not too long. */
function given(value: unknown, budget: ExampleContext['budget']): unknown {
  const { length } = JSON.stringify(value ?? null);
  budget.left -= length / CHARS_A_VALUE;
  return length > GIVEN_CHARS_MAX ? undefined : value;
}

async function exampleString(schema: JsonSchema, { name, check }: ExampleContext): Promise<string> {
  const { minLength, maxLength } = schema;
  const least = isNumber(minLength) ? minLength : 0;
  const most = isNumber(maxLength) ? maxLength : Number.POSITIVE_INFINITY;
  const words = [`${name}-1`, name, name.toUpperCase(), 'example', '1'];
  const texts = words.map((word) => word.padEnd(Math.min(least, 1000), 'x').slice(0, most));
  for (const text of texts) if ((await check(text, schema)).length === 0) return text;
  return texts[0] ?? '';
}

function exampleNumber({ minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  if (isNumber(minimum)) return minimum;
  if (isNumber(exclusiveMinimum)) return Math.floor(exclusiveMinimum) + 1;
  return isNumber(maximum) ? Math.min(maximum, 1) : 1;
}

function isNumber(limit: unknown): limit is number {
  return typeof limit === 'number';
}

async function exampleList(schema: JsonSchema, context: ExampleContext): Promise<unknown[]> {
  const depth = context.depth + 1;
  if (depth > DEPTH_MAX) return [];
  const item = await exampleValue(schema['items'], { ...context, depth });
  return item === undefined ? [] : [item];
}

async function exampleObject(schema: JsonSchema, context: ExampleContext): Promise<PlainObject> {
  const example = emptyObject();
  const depth = context.depth + 1;
  if (depth > DEPTH_MAX) return example;
  for (const [name, member] of Object.entries(asRecord(schema['properties']) ?? {})) {
    const value = await exampleValue(member, { ...context, name, depth });
    if (value !== undefined) example[name] = value;
  }
  const additional = resolveSchema(schema['additionalProperties'], context.root).schema;
  if (additional?.['type'] === 'string') example['name'] ??= 'value';
  return example;
}

/** A property's schema with the definitions that its references point to. */
function withRoot(schema: unknown, root: unknown): unknown {
  const record = asRecord(schema);
  const definitions = asRecord(root);
  if (record === null || definitions === null) return schema;
  return { ...definitionsOf(definitions), ...record };
}

function definitionsOf(root: JsonSchema): PlainObject {
  const kept = emptyObject();
  for (const name of ['$defs', 'definitions'])
    if (isPlainObject(root[name])) kept[name] = root[name];
  return kept;
}

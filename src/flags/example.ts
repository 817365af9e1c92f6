import type { JsonSchema } from '../contract/tool.ts';
import { checkSchema } from './check-schema.ts';
import { emptyObject, isPlainObject, type PlainObject } from './plain-json.ts';
import { asRecord, requiredNames, resolveSchema } from './resolve-schema.ts';

const DEPTH_MAX = 4;

/**
 * An example input: every required property and, where the whole still fits the schema, each other
 * one too. Made from the schema alone (its first example, default, first choice, bounds), so it says
 * nothing of the service's own data. Takes any JSON value and never throws.
 */
export function exampleInput(inputSchema: unknown): PlainObject {
  const { schema } = resolveSchema(inputSchema, inputSchema);
  const properties = asRecord(schema?.['properties']) ?? {};
  const required = requiredNames(schema ?? {});
  const example = emptyObject();
  for (const name of Object.keys(properties)) {
    const value = exampleValue(properties[name], { root: inputSchema, name, depth: 0 });
    if (value === undefined) continue;
    const isFitting = checkSchema(value, withRoot(properties[name], inputSchema)).length === 0;
    if (isFitting || required.includes(name)) example[name] = value;
  }
  return example;
}

interface ExampleContext {
  readonly root: unknown;
  readonly name: string;
  readonly depth: number;
}

function exampleValue(given: unknown, context: ExampleContext): unknown {
  const { schema: resolved } = resolveSchema(given, context.root);
  const schema = resolved ?? {};
  const [example] = Array.isArray(schema['examples']) ? schema['examples'] : [];
  if (example !== undefined && checkSchema(example, schema).length === 0) return example;
  if (schema['default'] !== undefined) return schema['default'];
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(branches) && context.depth < DEPTH_MAX) {
    return exampleValue(branches[0], { ...context, depth: context.depth + 1 });
  }
  switch (schema['type']) {
    case 'string':
      return exampleString(schema, context.name);
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

function exampleString(schema: JsonSchema, name: string): string {
  const { minLength, maxLength } = schema;
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
  const words = [`${name}-1`, name, name.toUpperCase(), 'example', '1'];
  const texts = words.map((word) => word.padEnd(Math.min(least, 1000), 'x').slice(0, most));
  const fitting = texts.find((text) => checkSchema(text, schema).length === 0);
  return fitting ?? texts[0] ?? '';
}

function exampleNumber({ minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  if (typeof minimum === 'number') return minimum;
  if (typeof exclusiveMinimum === 'number') return Math.floor(exclusiveMinimum) + 1;
  return typeof maximum === 'number' ? Math.min(maximum, 1) : 1;
}

function exampleList(schema: JsonSchema, { root, name, depth }: ExampleContext): unknown[] {
  if (depth >= DEPTH_MAX) return [];
  const item = exampleValue(schema['items'], { root, name, depth: depth + 1 });
  return item === undefined ? [] : [item];
}

function exampleObject(schema: JsonSchema, { root, depth }: ExampleContext): PlainObject {
  const example = emptyObject();
  if (depth >= DEPTH_MAX) return example;
  for (const [name, member] of Object.entries(asRecord(schema['properties']) ?? {})) {
    example[name] = exampleValue(member, { root, name, depth: depth + 1 });
  }
  const additional = resolveSchema(schema['additionalProperties'], root).schema;
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

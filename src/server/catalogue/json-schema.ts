import { z } from 'zod';
import type { JsonSchema } from '../../contract/tool.ts';

const published = new WeakMap<z.ZodType, JsonSchema>();

/**
 * The JSON Schema (2020-12) of what a caller sends: defaults are optional there. Made once per
 * schema, since the catalogue is asked for far more often than it changes.
 */
export function jsonSchemaOf(input: z.ZodType): JsonSchema {
  const known = published.get(input);
  if (known) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  published.set(input, schema);
  return schema;
}

/** The schema of one member, or undefined where the input has none of that name. */
export function memberSchema(schema: JsonSchema, name: string): JsonSchema | undefined {
  const properties = schema['properties'];
  if (typeof properties !== 'object' || properties === null) return undefined;
  if (!Object.hasOwn(properties, name)) return undefined;
  return (properties as Readonly<Record<string, JsonSchema>>)[name];
}

/** Names of all members in the order in which they were declared. */
export function memberNames(schema: JsonSchema): readonly string[] {
  return Object.keys((schema['properties'] ?? {}) as object);
}

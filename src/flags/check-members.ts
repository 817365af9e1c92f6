import { isJsonObject } from '../base/json/lossless.ts';
import type { JsonSchema } from '../contract/tool.ts';
import { allowedBy } from './allowed-by.ts';
import { checkAt, type SchemaCursor, type SchemaProblem } from './check-schema.ts';
import { asRecord, requiredNames } from './resolve-schema.ts';

/** `required`, `properties` and `additionalProperties`; nothing where the value is no object. */
export function checkObject(
  value: unknown,
  schema: JsonSchema,
  cursor: SchemaCursor,
): readonly SchemaProblem[] {
  if (!isJsonObject(value)) return [];
  const properties = asRecord(schema['properties']) ?? {};
  const missing = requiredNames(schema)
    .filter((name) => !Object.hasOwn(value, name))
    .map((name): SchemaProblem => {
      const allowed = allowedBy(asRecord(own(properties, name)) ?? {});
      return { path: [...cursor.path, name], value: undefined, kind: 'missing', allowed };
    });
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const at = { ...cursor, path: [...cursor.path, name] };
    if (Object.hasOwn(properties, name)) return checkAt(member, properties[name], at);
    if (schema['patternProperties'] !== undefined) return [];
    return checkAdditional(member, { schema, properties, cursor: at });
  });
  return [...missing, ...wrong];
}

/** `items`, `minItems` and `maxItems`; nothing where the value is no list. */
export function checkArray(
  value: unknown,
  schema: JsonSchema,
  cursor: SchemaCursor,
): readonly SchemaProblem[] {
  if (!Array.isArray(value)) return [];
  if (isBelow(value.length, schema['minItems']) || isAbove(value.length, schema['maxItems'])) {
    return [{ path: cursor.path, value, kind: 'wrong', allowed: allowedBy(schema) }];
  }
  const items = schema['items'];
  if (items === undefined || Array.isArray(items) || schema['prefixItems'] !== undefined) return [];
  return value.flatMap((item, index) =>
    checkAt(item, items, { ...cursor, path: [...cursor.path, index] }),
  );
}

function checkAdditional(
  member: unknown,
  of: {
    readonly schema: JsonSchema;
    readonly properties: JsonSchema;
    readonly cursor: SchemaCursor;
  },
): readonly SchemaProblem[] {
  const additional = of.schema['additionalProperties'];
  if (additional !== false) return checkAt(member, additional, of.cursor);
  const names = Object.keys(of.properties);
  const allowed = names.length === 0 ? 'no properties at all' : `only ${names.join(', ')}`;
  return [{ path: of.cursor.path, value: member, kind: 'unknown', allowed, names }];
}

function own(record: JsonSchema, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function isBelow(count: number, min: unknown): boolean {
  return typeof min === 'number' && count < min;
}

function isAbove(count: number, max: unknown): boolean {
  return typeof max === 'number' && count > max;
}

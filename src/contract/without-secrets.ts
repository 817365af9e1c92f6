import { isJsonObject } from '../base/json/lossless.ts';
import type { JsonObject } from '../base/json/object.ts';
import { asRecord, localReference } from './resolve-schema.ts';

/** Deeper, and in more schemas for one value, is not searched for what is secret. */
const LEVELS_MAX = 8;
const SCHEMAS_MAX = 100;

/** Of a list or an object, which no person is shown more of. */
const MEMBERS_MAX = 1000;

/** So many schemas are looked at for one input. What is left then is not shown: nothing has said that it may be. */
const LOOKS_MAX = 100_000;

/** In the place of what is secret. */
export const HIDDEN = '(not shown)';

interface Search {
  readonly root: unknown;
  looksLeft: number;
}

/**
 * The input of a call as a person may see it before it is sent: without what its schema calls secret (`writeOnly`,
 * or of the format `password`). Takes bounded time whatever the schema is.
 */
export function withoutSecrets(input: JsonObject, schema: unknown): JsonObject {
  const search = { root: schema, looksLeft: LOOKS_MAX };
  const schemas = applied([schema], search);
  return withMembers(input, (name, value) =>
    hidden(value, memberSchemas(name, schemas), search, LEVELS_MAX),
  );
}

/** The value by the schemas that may be meant for it, of which one is enough to call it secret. */
function hidden(
  value: unknown,
  given: readonly unknown[],
  search: Search,
  levelsLeft: number,
): unknown {
  const schemas = applied(given, search);
  if (search.looksLeft === 0 || schemas.some(isSecret)) return HIDDEN;
  if (schemas.length === 0 || levelsLeft === 0) return value;
  const member = (each: unknown, schemasOfIt: readonly unknown[]) =>
    hidden(each, schemasOfIt, search, levelsLeft - 1);
  if (Array.isArray(value)) {
    const items = itemSchemas(schemas);
    return value.map((each, at) => (at < MEMBERS_MAX ? member(each, items) : each));
  }
  if (!isJsonObject(value)) return value;
  return withMembers(value, (name, each) => member(each, memberSchemas(name, schemas)));
}

function withMembers(
  value: JsonObject,
  shown: (name: string, member: unknown) => unknown,
): JsonObject {
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([name, member], at) => [name, at < MEMBERS_MAX ? shown(name, member) : member]),
  );
}

function isSecret(schema: JsonObject): boolean {
  return schema['writeOnly'] === true || schema['format'] === 'password';
}

function memberSchemas(name: string, schemas: readonly JsonObject[]): readonly unknown[] {
  return schemas.map(({ additionalProperties, properties }) => {
    const known = asRecord(properties);
    return known !== null && Object.hasOwn(known, name) ? known[name] : additionalProperties;
  });
}

function itemSchemas(schemas: readonly JsonObject[]): readonly unknown[] {
  return schemas.flatMap(({ items, prefixItems }) => [...listOf(items), ...listOf(prefixItems)]);
}

/** Every schema that applies, each once: those given, what they refer to, and what they combine. */
function applied(given: readonly unknown[], search: Search): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const left = [...given];
  for (let at = 0; at < left.length && found.size < SCHEMAS_MAX && search.looksLeft > 0; at += 1) {
    search.looksLeft -= 1;
    const schema = asRecord(left[at]);
    if (schema === null || found.has(schema)) continue;
    found.add(schema);
    const { $ref: reference, allOf, anyOf, oneOf } = schema;
    if (typeof reference === 'string') left.push(localReference(reference, search.root));
    left.push(...listOf(allOf), ...listOf(anyOf), ...listOf(oneOf));
  }
  return [...found];
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.slice(0, SCHEMAS_MAX) : [value];
}

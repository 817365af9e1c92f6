import { isJsonObject } from '../base/json/lossless.ts';
import type { JsonObject } from '../base/json/object.ts';
import { asRecord, resolveSchema } from './resolve-schema.ts';

/** Deeper, and in more branches, no schema is searched for what is secret. */
const LEVELS_MAX = 8;
const BRANCHES_MAX = 20;

/** Of a list or an object, which no person is shown more of. */
const MEMBERS_MAX = 1000;

/** In the place of what is secret. */
export const HIDDEN = '(not shown)';

/**
 * The input of a call as a person may see it before it is sent: without what its schema calls secret (`writeOnly`,
 * or of the format `password`).
 */
export function withoutSecrets(input: JsonObject, schema: unknown): JsonObject {
  const members = Object.entries(input).map(([name, value]) => {
    const schemas = memberSchemas(name, [schema], schema);
    return [name, hidden(value, schemas, { root: schema, levels: LEVELS_MAX })] as const;
  });
  return Object.fromEntries(members);
}

interface Within {
  readonly root: unknown;
  readonly levels: number;
}

/** The value by the schemas that may be meant for it, of which one is enough to call it secret. */
function hidden(value: unknown, given: readonly unknown[], { levels, root }: Within): unknown {
  const schemas = given.flatMap((each) => branchesOf(each, root)).slice(0, BRANCHES_MAX);
  if (schemas.some(isSecret)) return HIDDEN;
  if (schemas.length === 0 || levels === 0) return value;
  const within = { root, levels: levels - 1 };
  if (Array.isArray(value)) {
    const items = schemas.flatMap(({ items: one, prefixItems: several }) => [one, several].flat());
    return value.map((each, at) => (at < MEMBERS_MAX ? hidden(each, items, within) : each));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member], at) => {
    if (at >= MEMBERS_MAX) return [name, member] as const;
    return [name, hidden(member, memberSchemas(name, schemas, root), within)] as const;
  });
  return Object.fromEntries(members);
}

function isSecret(schema: JsonObject): boolean {
  return schema['writeOnly'] === true || schema['format'] === 'password';
}

function memberSchemas(name: string, given: readonly unknown[], root: unknown): readonly unknown[] {
  return given
    .flatMap((each) => branchesOf(each, root))
    .map(({ additionalProperties, properties }) => {
      const known = asRecord(properties);
      return known !== null && Object.hasOwn(known, name) ? known[name] : additionalProperties;
    });
}

/** The schema without references, and what it combines. */
function branchesOf(given: unknown, root: unknown): readonly JsonObject[] {
  const { schema } = resolveSchema(given, root);
  if (schema === null) return [];
  const combined = [schema['allOf'], schema['anyOf'], schema['oneOf']].flat();
  const branches = combined.slice(0, BRANCHES_MAX).map((each) => resolveSchema(each, root).schema);
  return [schema, ...branches.filter((branch) => branch !== null)];
}

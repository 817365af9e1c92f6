import { isJsonObject, stringifyJson } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import { asRecord, resolveSchema } from '../../flags/resolve-schema.ts';
import { escapeForTerminalJson } from '../../render/sanitise.ts';

/** No line of a terminal is so long. */
const CHARS_MAX = 1000;

/** Deeper, and in more branches, no schema is searched for what is secret. */
const LEVELS_MAX = 8;
const BRANCHES_MAX = 20;

const HIDDEN = '(not shown)';

/**
 * The input of a call for the person who confirms it, a line for each member: as JSON, in which nothing can pass
 * for another member or act on the terminal. What its schema calls secret is not shown (`writeOnly`, or of
 * the format `password`).
 */
export function shownInput(input: JsonObject, schema: unknown): readonly string[] {
  return Object.entries(input).map(([name, value]) => {
    const shown = withoutSecrets(value, memberSchemas(name, [schema], schema), schema);
    return `${/^[\w-]+$/.test(name) ? name : json(name)}: ${shown === HIDDEN ? shown : json(shown)}`;
  });
}

function json(value: unknown): string {
  return escapeForTerminalJson(stringifyJson(value).slice(0, CHARS_MAX));
}

/** The value by the schemas that may be meant for it, of which one is enough to call it secret. */
function withoutSecrets(
  value: unknown,
  given: readonly unknown[],
  root: unknown,
  levels = LEVELS_MAX,
): unknown {
  const schemas = given.flatMap((each) => branchesOf(each, root)).slice(0, BRANCHES_MAX);
  if (schemas.some(isSecret)) return HIDDEN;
  if (schemas.length === 0 || levels === 0) return value;
  if (Array.isArray(value)) {
    const items = schemas.flatMap(({ items: one, prefixItems: several }) => [one, several].flat());
    // Those behind are in no line.
    const seen = value.slice(0, CHARS_MAX);
    return seen.map((each) => withoutSecrets(each, items, root, levels - 1));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).slice(0, CHARS_MAX);
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      withoutSecrets(member, memberSchemas(name, schemas, root), root, levels - 1),
    ]),
  );
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

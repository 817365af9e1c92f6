import { isObject } from '../base/json/object.ts';
import type { JsonSchema } from './tool.ts';

/** No schema and what it refers to in a row has so many keywords: each is copied with each reference. */
const KEYWORDS_MAX = 100;
/** A reference counts as so many, so that few come in a row. */
const KEYWORDS_A_HOP = 10;
/** A longer reference leads nowhere: thousands of properties may refer to where it stands. */
export const REFERENCE_CHARS_MAX = 1000;
/** So does one of more steps. */
const LOCAL_STEPS = /^#(\/[^/]*){1,50}$/;
/** A list of types is looked at so far: there are seven. */
export const TYPES_MAX = 20;

/** Keywords that say "it depends", which no single flag can express. */
const COMBINATIONS = ['oneOf', 'anyOf', 'allOf', 'not', 'if'] as const;

interface ResolvedSchema {
  /** The schema without `$ref`; null where it is no object (`true`, `false`, a wrong one). */
  readonly schema: JsonSchema | null;
  /** Combining keywords that it holds, by name. */
  readonly combinations: readonly string[];
  /** Whether the value may also be null, by a type array or an `anyOf`. */
  readonly nullable: boolean;
}

/**
 * Follows local references (`#`, `#/$defs/…`) and unwraps "this or null". A reference that leads
 * nowhere, elsewhere or in a circle ends as an empty schema.
 */
export function resolveSchema(given: unknown, root: unknown): ResolvedSchema {
  const { schema, nullable } = unwrapNull(followReferences(given, root), root);
  return {
    schema,
    nullable,
    combinations: COMBINATIONS.filter((keyword) => schema?.[keyword] !== undefined),
  };
}

/** `value` as an object with named members, or null. */
export function asRecord(value: unknown): JsonSchema | null {
  return isObject(value) ? value : null;
}

const members = new WeakMap<object, readonly (readonly [string, unknown])[]>();

/** The members of an object; else none. Remembered, as thousands of references may lead to a long one. */
export function membersIn(value: unknown): readonly (readonly [string, unknown])[] {
  const record = Object(asRecord(value));
  const known = members.get(record) ?? Object.entries(record);
  members.set(record, known);
  return known;
}

/** Property names that a schema requires, in its order. */
export function requiredNames(schema: JsonSchema): readonly string[] {
  const required = schema['required'];
  if (!Array.isArray(required)) return [];
  return [...new Set(required.filter((name): name is string => typeof name === 'string'))];
}

const targets = new WeakMap<object, Map<string, unknown>>();

/** The schema that `reference` names inside `root`, or undefined. Remembered, as thousands may name the same one. */
export function localReference(reference: string, root: unknown): unknown {
  const within = Object(root);
  const known = targets.get(within) ?? new Map<string, unknown>();
  targets.set(within, known);
  if (!known.has(reference)) known.set(reference, schemaAt(reference, root));
  return known.get(reference);
}

function schemaAt(reference: string, root: unknown): unknown {
  if (reference === '#') return root;
  if (reference.length > REFERENCE_CHARS_MAX || !LOCAL_STEPS.test(reference)) return undefined;
  let found: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const name = pointerStep(step);
    const within = Object(found);
    found = Object.hasOwn(within, name) ? within[name] : undefined;
  }
  return found;
}

function followReferences(given: unknown, root: unknown): JsonSchema | null {
  const isUsable = given === root || membersIn(given).length <= KEYWORDS_MAX;
  let schema = isUsable ? asRecord(given) : null;
  for (let room = KEYWORDS_MAX; schema !== null && schema['$ref'] !== undefined; ) {
    const { $ref: reference, ...beside } = schema;
    const target = asRecord(typeof reference === 'string' && localReference(reference, root));
    room -= KEYWORDS_A_HOP + membersIn(target).length;
    if (room < 0) return beside;
    schema = { ...target, ...beside };
  }
  return schema;
}

function unwrapNull(
  schema: JsonSchema | null,
  root: unknown,
): Omit<ResolvedSchema, 'combinations'> {
  if (schema === null) return { schema, nullable: false };
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (!Array.isArray(branches) || branches.length !== 2) continue;
    const others = branches.filter((branch) => asRecord(branch)?.['type'] !== 'null');
    if (others.length !== 1) continue;
    const { [keyword]: _, ...beside } = schema;
    return { schema: { ...followReferences(others[0], root), ...beside }, nullable: true };
  }
  const listed = schema['type'];
  const types = Array.isArray(listed) ? listed.slice(0, TYPES_MAX) : [];
  if (types.includes('null')) {
    const others = types.filter((type) => type !== 'null');
    return {
      schema: { ...schema, type: others.length === 1 ? others[0] : others },
      nullable: others.length > 0,
    };
  }
  return { schema, nullable: false };
}

/** One step of a JSON pointer (RFC 6901) in a URI fragment. */
function pointerStep(step: string): string {
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    // A stray % stands for itself.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

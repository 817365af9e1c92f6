import { allowedBy } from './allowed-by.ts';
import { checkArray, checkObject } from './check-members.ts';
import { fitsScalar } from './check-scalar.ts';
import { asRecord, localReference } from './resolve-schema.ts';

/** One place where a value does not fit its schema. */
export interface SchemaProblem {
  /** Member names and list indexes from the top. */
  readonly path: readonly (string | number)[];
  /** The value there; undefined where a required member is missing. */
  readonly value: unknown;
  readonly kind: 'missing' | 'unknown' | 'wrong';
  /** What is allowed there, in words. */
  readonly allowed: string;
  /** Names that are allowed, for an unknown one. */
  readonly names?: readonly string[];
}

export interface SchemaCursor {
  readonly path: readonly (string | number)[];
  readonly depth: number;
  readonly work: { readonly root: unknown; steps: number };
}

const DEPTH_MAX = 64;
/** A schema that needs more than this is left to the service: recursion of any kind ends here. */
const STEPS_MAX = 20_000;
const PROBLEMS_MAX = 20;

/**
 * Checks a JSON value against a JSON Schema, in the keywords a catalogue uses (type, enum, const,
 * bounds, lengths in code points, pattern, required, properties, additionalProperties, items, local
 * $ref, anyOf, oneOf, allOf). Everything else is accepted: the service has the last word.
 */
export function checkSchema(value: unknown, schema: unknown): readonly SchemaProblem[] {
  return checkAt(value, schema, { path: [], depth: 0, work: { root: schema, steps: 0 } });
}

export function checkAt(
  value: unknown,
  given: unknown,
  cursor: SchemaCursor,
): readonly SchemaProblem[] {
  const { work, path } = cursor;
  work.steps += 1;
  if (cursor.depth > DEPTH_MAX || work.steps > STEPS_MAX) return [];
  if (given === false) return [{ path, value, kind: 'wrong', allowed: 'nothing' }];
  const schema = asRecord(given);
  if (schema === null) return [];

  const deeper = { ...cursor, depth: cursor.depth + 1 };
  if (!fitsScalar(value, schema)) {
    return [{ path, value, kind: 'wrong', allowed: allowedBy(schema) }];
  }
  const problems = [
    ...checkReference(value, schema['$ref'], deeper),
    ...checkAllOf(value, schema['allOf'], deeper),
    ...checkAlternatives(value, schema['anyOf'], deeper),
    ...checkAlternatives(value, schema['oneOf'], deeper),
    ...checkObject(value, schema, deeper),
    ...checkArray(value, schema, deeper),
  ];
  return problems.slice(0, PROBLEMS_MAX);
}

function checkReference(value: unknown, reference: unknown, cursor: SchemaCursor) {
  if (typeof reference !== 'string') return [];
  return checkAt(value, localReference(reference, cursor.work.root), cursor);
}

function checkAllOf(value: unknown, branches: unknown, cursor: SchemaCursor) {
  return Array.isArray(branches)
    ? branches.flatMap((branch) => checkAt(value, branch, cursor))
    : [];
}

/**
 * One fitting branch is enough, for `oneOf` too: keywords unknown here could tell two branches
 * apart. Where none fits, the branch that got furthest says why.
 */
function checkAlternatives(
  value: unknown,
  branches: unknown,
  cursor: SchemaCursor,
): readonly SchemaProblem[] {
  if (!Array.isArray(branches) || branches.length === 0) return [];
  let nearest: readonly SchemaProblem[] = [];
  for (const branch of branches) {
    const problems = checkAt(value, branch, cursor);
    if (problems.length === 0) return [];
    if (depthOf(problems) > depthOf(nearest)) nearest = problems;
  }
  if (depthOf(nearest) > cursor.path.length) return nearest;
  const allowed = branches.map((branch) => allowedBy(asRecord(branch) ?? {})).join(', or ');
  return [{ path: cursor.path, value, kind: 'wrong', allowed }];
}

function depthOf(problems: readonly SchemaProblem[]): number {
  // What is missing in an object is a problem of the object.
  const depths = problems.map(({ path, kind }) => path.length - (kind === 'missing' ? 1 : 0));
  return Math.max(-1, ...depths);
}

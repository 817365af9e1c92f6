import type { JsonError } from 'json-schema-library';
import { isObject } from '../../base/json/object.ts';
import { asRecord } from '../../contract/resolve-schema.ts';
import { allowedBy, inWords } from './allowed-by.ts';
import type { SchemaProblem } from './check-schema.ts';

type Path = SchemaProblem['path'];

/** Member of an error of `anyOf` or `oneOf`: the errors of each branch, as `guarded-draft.ts` adds them. */
export const BRANCHES = 'branches';

const PROBLEMS_MAX = 20;
/** Parts of a pointer that are looked at, of which a name with slashes has many. */
const STEPS_MAX = 1000;

/** The first 20 things that the library found in `value`, as problems in words; none is told twice. */
export function toProblems(errors: readonly JsonError[], value: unknown): readonly SchemaProblem[] {
  const found = new Map<string, SchemaProblem>();
  const plain = new Set(
    errors.filter((each) => !isOfBranches(each)).map(({ data }) => data.pointer),
  );
  for (const error of errors) {
    // Where the value is of a wrong type, the branches have nothing to add.
    if (isOfBranches(error) && plain.has(error.data.pointer)) continue;
    for (const problem of problemsOf(error, value)) {
      const key = JSON.stringify([problem.path, problem.kind, problem.allowed]);
      if (!found.has(key)) found.set(key, problem);
      if (found.size === PROBLEMS_MAX) return [...found.values()];
    }
  }
  return [...found.values()];
}

function isOfBranches({ data }: JsonError): boolean {
  return data[BRANCHES] !== undefined;
}

function problemsOf({ code, data }: JsonError, root: unknown): readonly SchemaProblem[] {
  const schema = asRecord(data.schema) ?? {};
  const properties = asRecord(schema['properties']) ?? {};
  const { path, value } = at(data.pointer, root);
  const wrong = (allowed: string) => [{ path, value, kind: 'wrong', allowed }] as const;
  const missing = (name: string) => {
    const allowed = wordsOf(own(properties, name));
    return [{ path: [...path, name], value: undefined, kind: 'missing', allowed }] as const;
  };
  switch (code) {
    case 'required-property-error':
      return missing(String(data['key']));
    case 'missing-dependency-error':
      return missing(String(data['missingProperty']));
    case 'no-additional-properties-error':
    case 'unevaluated-property-error':
      return [{ path, value, kind: 'unknown', ...namesOf(Object.keys(properties)) }];
    case 'invalid-property-name-error': {
      const allowed = `names that are ${wordsOf(schema['propertyNames'])}`;
      return [{ path: [...path, String(data['property'])], value, kind: 'unknown', allowed }];
    }
    case 'any-of-error':
    case 'one-of-error':
      return nearest(data[BRANCHES], { root, path }) ?? wrong(branchesInWords(schema));
    case 'multiple-one-of-error':
      return wrong(`exactly one of: ${branchesInWords(schema)}`);
    case 'not-error':
      return wrong(`anything but ${wordsOf(schema['not'])}`);
    case 'contains-any-error':
    case 'contains-error':
    case 'contains-min-error':
    case 'contains-max-error':
      return wrong(`a list with the right number of items that are ${wordsOf(schema['contains'])}`);
    case 'invalid-data-error':
      return wrong('nothing');
    default:
      return wrong(allowedBy(schema));
  }
}

function namesOf(names: readonly string[]): Pick<SchemaProblem, 'allowed' | 'names'> {
  const allowed = names.length === 0 ? 'no properties at all' : `only ${inWords(names)}`;
  return { allowed, names };
}

function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function wordsOf(schema: unknown): string {
  return schema === false ? 'nothing' : allowedBy(asRecord(schema) ?? {});
}

function branchesInWords({ anyOf, oneOf }: Readonly<Record<string, unknown>>): string {
  const branches = [anyOf ?? oneOf].flat();
  return inWords(branches, wordsOf, ', or ');
}

/** The branch that got furthest says why it does not fit; undefined where none got anywhere. */
function nearest(
  branches: unknown,
  from: { readonly root: unknown; readonly path: Path },
): readonly SchemaProblem[] | undefined {
  let best: readonly SchemaProblem[] = [];
  for (const errors of Array.isArray(branches) ? branches : []) {
    const problems = toProblems(errors, from.root);
    if (depthOf(problems) > depthOf(best)) best = problems;
  }
  return depthOf(best) > from.path.length ? best : undefined;
}

function depthOf(problems: readonly SchemaProblem[]): number {
  // What is missing in an object is a problem of the object.
  const depths = problems.map(({ path, kind }) => path.length - (kind === 'missing' ? 1 : 0));
  return Math.max(-1, ...depths);
}

/** The library joins names with `/` and escapes nothing: the value says where a name ends. */
function at(pointer: string, root: unknown): { readonly path: Path; readonly value: unknown } {
  const path: (string | number)[] = [];
  const [, ...steps] = pointer.split('/', STEPS_MAX);
  let value = root;
  for (let name = steps.shift(); name !== undefined; name = steps.shift()) {
    while (isObject(value) && !Object.hasOwn(value, name) && steps.length > 0) {
      name += `/${steps.shift()}`;
    }
    path.push(Array.isArray(value) ? Number(name) : name);
    value = isObject(value) || Array.isArray(value) ? Reflect.get(value, name) : undefined;
  }
  return { path, value };
}

import type { z } from 'zod';
import { isObject } from '../../base/json/object.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { JsonSchema } from '../../contract/tool.ts';
import { Refusal } from '../refusal.ts';
import { describeAllowed } from './allowed-values.ts';
import { findForbiddenContent } from './forbidden-content.ts';
import { jsonSchemaOf, memberNames, memberSchema } from './json-schema.ts';

const COMPLAINTS_MAX = 3;
const VALUE_CHARS_MAX = 60;

/** Of an object that is no free value, as a payload is: more take tens of milliseconds to look at. */
const NAMES_MAX = 10_000;

type Issue = z.core.$ZodIssue;

/**
 * What a caller calls a member: a query parameter may have another name. Undefined for one that is
 * part of the path, which the caller cannot give as a field.
 */
export type NameOf = (member: string) => string | undefined;

interface ParseOptions {
  readonly nameOf?: NameOf | undefined;
  /** `invalid_request` by default. */
  readonly code?: ProblemCode;
}

/**
 * Checks what a caller sent against an input schema and fills in its defaults. Throws a refusal
 * naming each wrong field, its value and what is allowed (specification, "Errors").
 */
export function parseInput<Input extends z.ZodType>(
  input: Input,
  value: unknown,
  { nameOf = (member) => member, code = 'invalid_request' }: ParseOptions = {},
): z.output<Input> {
  const many = withManyNames(input, value, nameOf);
  if (many !== undefined) {
    throw new Refusal(code, `${many} has more than the allowed ${NAMES_MAX} names.`);
  }
  const unclean = findForbiddenContent(value);
  if (unclean !== undefined) throw new Refusal(code, unclean);
  const parsed = input.safeParse(value);
  if (parsed.success) return parsed.data;
  const schema = jsonSchemaOf(input);
  const complaints = new Set<string>();
  for (const issue of parsed.error.issues) {
    complaints.add(explain(issue, { schema, value, nameOf }));
    if (complaints.size === COMPLAINTS_MAX) break;
  }
  throw new Refusal(code, [...complaints].join(' '));
}

/** The whole or the member that has too many names; undefined where none has. */
function withManyNames(input: z.ZodType, value: unknown, nameOf: NameOf): string | undefined {
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  if (names.length > NAMES_MAX) return 'The input';
  const schema = jsonSchemaOf(input);
  const member = names.find((name) => {
    const part = value[name];
    const isFree = memberSchema(schema, name)?.['type'] !== 'object';
    return !isFree && isObject(part) && Object.keys(part).length > NAMES_MAX;
  });
  return member && `\`${nameOf(member) ?? member}\``;
}

interface Context {
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly nameOf: NameOf;
}

function explain(issue: Issue, { schema, value, nameOf }: Context): string {
  const [member, ...within] = issue.path;
  if (member === undefined) return explainWhole(issue, { schema, value, nameOf });
  const name = nameOf(String(member)) ?? String(member);
  const allowed = memberSchema(schema, String(member));
  const at = valueAt(value, [member]);
  if (at === undefined)
    return `\`${name}\` is missing; it must be ${describeAllowed(allowed ?? {})}.`;
  const place =
    within.length === 0 ? `\`${name}\`` : `\`${name}\` at ${within.map(String).join('.')}`;
  const wrong = shown(valueAt(value, issue.path));
  return `${place} is ${wrong}; allowed is ${describeAllowed(allowed ?? {})}.`;
}

function explainWhole(issue: Issue, { schema, value, nameOf }: Context): string {
  if (issue.code === 'unrecognized_keys') {
    const names = memberNames(schema).flatMap((member) => nameOf(member) ?? []);
    const allowed = names.length === 0 ? 'nothing is allowed here' : `allowed: ${names.join(', ')}`;
    const more = issue.keys.length - COMPLAINTS_MAX;
    const shownKeys = issue.keys.slice(0, COMPLAINTS_MAX).map((key) => shown(key));
    return `Unknown field ${shownKeys.join(', ')}${more > 0 ? ` and ${more} more` : ''}; ${allowed}.`;
  }
  if (issue.code === 'invalid_type')
    return `The input is ${shown(value)}; it must be a JSON object.`;
  return issue.message;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );
}

function shown(value: unknown): string {
  const characters = [...(JSON.stringify(value) ?? 'nothing')];
  if (characters.length <= VALUE_CHARS_MAX) return characters.join('');
  return `${characters.slice(0, VALUE_CHARS_MAX).join('')}…`;
}

import { membersIn, resolveSchema, TYPES_MAX } from '../contract/resolve-schema.ts';
import type { JsonSchema } from '../contract/tool.ts';
import type { FieldKind, FieldShape, ObjectMember } from './field.ts';
import { namesAThing } from './names.ts';
import { jsonTypeOf } from './plain-json.ts';

/** A string that may be longer than this is long text, for which `@file` reads a file. */
const SHORT_TEXT_CHARS_MAX = 1000;
const DEPTH_MAX = 4;

interface ShapeContext {
  /** The whole input schema, in which references are looked up. */
  readonly root: unknown;
  /** The property's wire name. */
  readonly name: string;
  /** For the whole input schema. */
  readonly budget: ShapeBudget;
  readonly depth?: number;
}

/** How many members and alternatives are still looked at: references can make a few lines millions. */
interface ShapeBudget {
  left: number;
}

const SHAPES_MAX = 10_000;
/** What a character takes of that, of a name, a description, a default or the values of an enum. */
const SHARE = 0.002;

/** Of a longer description this much is searched for what it says of times. */
const SEARCHED_CHARS_MAX = 10_000;

/** The budget of one input schema. */
export function shapeBudget(): ShapeBudget {
  return { left: SHAPES_MAX };
}

/** What flags can use of a property's schema. Takes any JSON value and never throws. */
export function fieldShape(propertySchema: unknown, context: ShapeContext): FieldShape {
  const { root, budget, depth = 0 } = context;
  const { schema: resolved, combinations, nullable } = resolveSchema(propertySchema, root);
  const schema = resolved ?? {};
  const choices = combinations.length > 0 ? [] : choicesOf(schema, budget);
  const kind = combinations.length > 0 ? 'json' : kindOf(schema, choices, context);
  budget.left -= context.name.length * SHARE;
  return {
    kind,
    description: textOf(schema['description'], budget),
    shownDefault: isShown(schema['default'], budget) ? JSON.stringify(schema['default']) : null,
    choices: choices.map((choice) =>
      typeof choice === 'string' ? choice : JSON.stringify(choice),
    ),
    min: numberOf(schema['minimum']),
    max: numberOf(schema['maximum']),
    minLength: numberOf(schema['minLength']),
    maxLength: numberOf(schema['maxLength']),
    pattern: textOf(schema['pattern'], budget),
    isTime: isTime(schema),
    types: typesOf(schema, { root, budget }),
    item: kind === 'array' ? itemShape(schema, context) : null,
    members: kind === 'object' && depth < DEPTH_MAX ? membersOf(schema, context) : [],
    limitation: limitationOf({ kind, choices, combinations, nullable, schema }),
  };
}

function kindOf(schema: JsonSchema, choices: readonly unknown[], context: ShapeContext): FieldKind {
  if (choices.length > 0 && choices.every((choice) => typeof choice === 'string')) return 'enum';
  if (schema['enum'] !== undefined || schema['const'] !== undefined) return 'json';
  switch (schema['type']) {
    case 'string':
      if (isTime(schema)) return 'text';
      return isLongText(schema, context.name) ? 'long-text' : 'text';
    case 'integer':
    case 'number':
    case 'boolean':
      return schema['type'];
    case 'array':
      return isPlainList(schema) && (context.depth ?? 0) < DEPTH_MAX ? 'array' : 'json';
    case 'object':
      return isStringMap(schema, context.root) ? 'string-map' : 'object';
    default:
      return 'json';
  }
}

/** The values of an `enum` or `const` but null, where each of them is a word; none beyond the budget. */
function choicesOf(schema: JsonSchema, budget: ShapeBudget): readonly unknown[] {
  const listed = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (!Array.isArray(listed) || !isShown(listed, budget)) return [];
  const values = listed.filter((value) => value !== null);
  return values.every((value) => !['array', 'object'].includes(jsonTypeOf(value))) ? values : [];
}

/** A schema whose text may also be a date cannot say so by `format`; its description does. */
function isTime(schema: JsonSchema): boolean {
  const { description, format, type } = schema;
  const isSaid =
    typeof description === 'string' &&
    /\bISO 8601\b/.test(description.slice(0, SEARCHED_CHARS_MAX));
  return type === 'string' && (format === 'date-time' || isSaid);
}

function isLongText(schema: JsonSchema, name: string): boolean {
  const maxLength = numberOf(schema['maxLength']);
  if (maxLength !== null) return maxLength > SHORT_TEXT_CHARS_MAX;
  return schema['format'] === undefined && schema['pattern'] === undefined && !namesAThing(name);
}

function isPlainList(schema: JsonSchema): boolean {
  return schema['prefixItems'] === undefined && !Array.isArray(schema['items']);
}

function isStringMap(schema: JsonSchema, root: unknown): boolean {
  if (membersIn(schema['properties']).length > 0) return false;
  return resolveSchema(schema['additionalProperties'], root).schema?.['type'] === 'string';
}

function itemShape(schema: JsonSchema, context: ShapeContext): FieldShape {
  const shape = fieldShape(schema['items'], { ...context, depth: (context.depth ?? 0) + 1 });
  // A list in a list, or an object in one, is given as JSON.
  const isScalar = !['array', 'object', 'string-map'].includes(shape.kind);
  return isScalar ? shape : { ...shape, kind: 'json', members: [], item: null };
}

function membersOf(schema: JsonSchema, context: ShapeContext): readonly ObjectMember[] {
  const { budget, depth = 0, root } = context;
  const members = membersIn(schema['properties']);
  if (!isAffordable(members.length, budget)) return [];
  return members.map(([name, member]) => ({
    ...fieldShape(member, { root, budget, name, depth: depth + 1 }),
    name,
  }));
}

/** Once something is beyond the budget, so is all that follows: it would be counted again for each reference. */
function isAffordable(count: number, budget: ShapeBudget): boolean {
  budget.left -= count;
  return budget.left >= 0;
}

/** Whether there is a value and the budget has room for it; past that none is measured any more. */
function isShown(value: unknown, budget: ShapeBudget): boolean {
  if (value === undefined || budget.left < 0) return false;
  return isAffordable(JSON.stringify(value).length * SHARE, budget);
}

/** The JSON types of a schema or of its alternatives; empty as soon as one of them names none. */
function typesOf(
  schema: JsonSchema,
  within: Pick<ShapeContext, 'root' | 'budget'>,
  depth = 0,
): readonly string[] {
  const types = schema['type'];
  if (typeof types === 'string') return [types];
  if (Array.isArray(types))
    return types.slice(0, TYPES_MAX).filter((type) => typeof type === 'string');
  const values = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (Array.isArray(values))
    return isShown(values, within.budget) ? [...new Set(values.map(jsonTypeOf))] : [];
  const branches = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(branches) || depth === DEPTH_MAX) return [];
  if (!isAffordable(branches.length, within.budget)) return [];
  const found = branches.map((branch) =>
    typesOf(resolveSchema(branch, within.root).schema ?? {}, within, depth + 1),
  );
  return found.some((each) => each.length === 0) ? [] : [...new Set(found.flat())];
}

function limitationOf(of: {
  readonly kind: FieldKind;
  readonly choices: readonly unknown[];
  readonly combinations: readonly string[];
  readonly nullable: boolean;
  readonly schema: JsonSchema;
}): string | null {
  if (of.combinations.length > 0) return `has ${of.combinations.join(', ')}, give it as JSON`;
  if (of.nullable) return 'null is given as --arg NAME:=null';
  if (of.kind !== 'json' || of.choices.length > 0) return null;
  return of.schema['type'] === undefined ? null : 'give it as JSON';
}

function textOf(value: unknown, budget: ShapeBudget): string | null {
  return typeof value === 'string' && isShown(value, budget) ? value : null;
}

function numberOf(value: unknown): number | null {
  return Number.isFinite(value) ? (value as number) : null;
}

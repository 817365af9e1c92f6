import type { JsonSchema } from '../contract/tool.ts';
import { fieldShape } from './field-shape.ts';
import { createFlagNames, namesAThing } from './names.ts';
import { asRecord, resolveSchema } from './resolve-schema.ts';

/** How the text of a flag becomes JSON (`fleet help input`). */
export type FieldKind =
  | 'text'
  | 'long-text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'array'
  | 'object'
  | 'string-map'
  | 'json';

/** What a schema says of one property, as far as a flag can use it. */
export interface FieldShape {
  readonly kind: FieldKind;
  readonly description: string | null;
  /** The schema's default as JSON text: shown to people, never sent. */
  readonly shownDefault: string | null;
  /** What an `enum` allows, as it is typed; else empty. A `json` one holds more than texts. */
  readonly choices: readonly string[];
  readonly min: number | null;
  readonly max: number | null;
  /** Lengths in code points. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  /** JSON types that the schema allows; empty where it names none. */
  readonly types: readonly string[];
  /** Shape of an array's items. */
  readonly item: FieldShape | null;
  /** Named members of an object, reached as `--object.member`. */
  readonly members: readonly ObjectMember[];
  /** Why no flag can say all of it (`oneOf`, no type …), for help; null where a flag can. */
  readonly limitation: string | null;
}

export interface ObjectMember extends FieldShape {
  readonly name: string;
  readonly required: boolean;
}

export interface Field extends FieldShape {
  /** The property's name on the wire. */
  readonly name: string;
  /** The flag without its dashes; null where only `--arg` and `--input` reach the property. */
  readonly flag: string | null;
  readonly required: boolean;
}

export interface Fields {
  /** In schema order. */
  readonly fields: readonly Field[];
  /** Parts of the schema that flags do not cover; help points to `--arg` and `--input` there. */
  readonly unsupported: readonly string[];
  /** Wire names that may be given as positional arguments, in their order. */
  readonly positionals: readonly string[];
}

/**
 * The fields of an operation's input schema. Takes any JSON value whatever and never throws: what
 * flags cannot express is named in `unsupported` and stays reachable by `--arg` and `--input`.
 */
export function fieldsOf(inputSchema: unknown): Fields {
  const { schema, combinations } = resolveSchema(inputSchema, inputSchema);
  const unsupported = combinations.map((keyword) => `the input as a whole has ${keyword}`);
  const properties = schema === null ? null : asRecord(schema['properties']);
  if (schema === null || properties === null) {
    if (!isEmptyObjectSchema(schema)) unsupported.push('the schema names no properties');
    return { fields: [], unsupported, positionals: [] };
  }

  const required = requiredNames(schema);
  const names = createFlagNames();
  const fields = Object.entries(properties).map(([name, propertySchema]): Field => {
    const shape = fieldShape(propertySchema, { root: inputSchema, name });
    return { ...shape, name, flag: names.flagFor(name, shape), required: required.includes(name) };
  });
  for (const field of fields) {
    if (field.limitation !== null) unsupported.push(`${field.name}: ${field.limitation}`);
  }
  return { fields, unsupported, positionals: positionalsOf(required, fields) };
}

/** Property names that a schema requires, in its order. */
export function requiredNames(schema: JsonSchema): readonly string[] {
  const required = schema['required'];
  if (!Array.isArray(required)) return [];
  return [...new Set(required.filter((name): name is string => typeof name === 'string'))];
}

function positionalsOf(required: readonly string[], fields: readonly Field[]): readonly string[] {
  const oneWord = new Set(fields.filter(isOneWord).map((field) => field.name));
  return required.filter((name) => namesAThing(name) && oneWord.has(name));
}

function isOneWord({ kind }: Field): boolean {
  return kind !== 'array' && kind !== 'object' && kind !== 'string-map' && kind !== 'boolean';
}

function isEmptyObjectSchema(schema: JsonSchema | null): boolean {
  return schema !== null && schema['type'] === 'object' && schema['properties'] === undefined;
}

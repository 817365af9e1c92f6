import { asRecord, requiredNames, resolveSchema } from '../contract/resolve-schema.ts';
import type { JsonSchema } from '../contract/tool.ts';
import type { Field, Fields } from './field.ts';
import { fieldShape, shapeBudget } from './field-shape.ts';
import { createFlagNames, namesAThing } from './names.ts';

/**
 * The fields of an operation's input schema. Takes any JSON value whatever and never throws: what
 * flags cannot express is named in `unsupported` and stays reachable by `--arg` and `--input`.
 */
export function fieldsOf(inputSchema: unknown): Fields {
  const { schema, combinations } = resolveSchema(inputSchema, inputSchema);
  const unsupported = combinations.map((keyword) => `the input as a whole has ${keyword}`);
  const properties = asRecord(schema?.['properties']);
  if (schema === null || properties === null) {
    if (!isEmptyObjectSchema(schema)) unsupported.push('the schema names no properties');
    return { fields: [], unsupported, positionals: [] };
  }

  const required = requiredNames(schema);
  const isRequired = new Set(required);
  const budget = shapeBudget();
  const names = createFlagNames();
  const fields = Object.entries(properties).map(([name, propertySchema]): Field => {
    const shape = fieldShape(propertySchema, { root: inputSchema, name, budget });
    return { ...shape, name, flag: names.flagFor(name, shape), required: isRequired.has(name) };
  });
  for (const field of fields) {
    if (field.limitation !== null) unsupported.push(`${field.name}: ${field.limitation}`);
  }
  return { fields, unsupported, positionals: positionalsOf(required, fields) };
}

function positionalsOf(required: readonly string[], fields: readonly Field[]): readonly string[] {
  const oneWord = new Set(fields.filter(isOneWord).map((field) => field.name));
  return required.filter((name) => namesAThing(name) && oneWord.has(name));
}

function isOneWord({ kind }: Field): boolean {
  return kind !== 'array' && kind !== 'object' && kind !== 'string-map' && kind !== 'boolean';
}

function isEmptyObjectSchema(schema: JsonSchema | null): boolean {
  return schema?.['type'] === 'object' && schema['properties'] === undefined;
}

import type { Field, FieldShape, Fields } from '../../flags/fields.ts';
import { emptyObject, type JsonObject } from '../../flags/plain-json.ts';

/** An input that shows the form of each required member, or of all where none is required. */
export function exampleInput({ fields }: Fields): JsonObject {
  const required = fields.filter((field) => field.required);
  const example = emptyObject();
  for (const field of required.length > 0 ? required : fields) {
    example[field.name] = exampleValue(field);
  }
  return example;
}

/** A value of that shape as a person would type it after the flag, for help's examples. */
export function exampleText(field: Field): string {
  const value = exampleValue(field);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function exampleValue(shape: FieldShape & { readonly name?: string }): unknown {
  const { choices, item, kind, members, min, shownDefault } = shape;
  if (shownDefault !== null) return JSON.parse(shownDefault);
  switch (kind) {
    case 'integer':
    case 'number':
      return min ?? 1;
    case 'boolean':
      return true;
    case 'enum':
      return choices[0] ?? '';
    case 'array':
      return item === null ? [] : [exampleValue(item)];
    case 'string-map':
      return { name: 'value' };
    case 'object':
      return Object.fromEntries(members.map((member) => [member.name, exampleValue(member)]));
    case 'json':
      return {};
    default:
      return shape.name === undefined ? 'text' : shape.name.toUpperCase();
  }
}

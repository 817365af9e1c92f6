import { kebab } from '../base/text/kebab.ts';
import type { Field, FieldShape, Fields, ObjectMember } from './field.ts';

/** One flag as plain data: what a parser, help and completion need to know. */
export interface FlagDescriptor {
  /** Without dashes. */
  readonly name: string;
  /** `boolean` takes no value; every other flag takes one and hands its text on unparsed. */
  readonly kind: 'boolean' | 'text';
  readonly multiple: boolean;
  readonly allowNo: boolean;
  /** Values to offer; an unknown one is refused by the check against the schema. */
  readonly options: readonly string[];
  /** Never required by the parser: `--input` may give it. Help says which are. */
  readonly required: false;
  readonly isRequiredBySchema: boolean;
  /** As the service wrote it: data, to be sanitised before it is shown. */
  readonly helpText: string;
  /** Shown after the flag, as in `--limit 1..100`. */
  readonly helpValue: string | null;
  /** The schema's default as JSON, shown and never sent. */
  readonly shownDefault: string | null;
  /** The wire name of the property, with dots before the members of an object. */
  readonly wireName: string;
}

/** The generated flags of an operation, in schema order; members of an object follow it. */
export function toFlagDescriptors({ fields }: Fields): readonly FlagDescriptor[] {
  return fields.flatMap((field) =>
    field.flag === null ? [] : [ofField(field, field.flag), ...ofMembers(field, field.flag)],
  );
}

function ofField(field: Field, flag: string): FlagDescriptor {
  return descriptor(field, { name: flag, wireName: field.name, required: field.required });
}

function ofMembers(field: Field, flag: string): readonly FlagDescriptor[] {
  return field.members
    .filter((member) => isTypable(member))
    .map((member) =>
      descriptor(member, {
        name: `${flag}.${kebab(member.name)}`,
        wireName: `${field.name}.${member.name}`,
        required: false,
      }),
    );
}

/** Two members that differ only in `-` and `_` would share a flag: those are given as JSON. */
function isTypable({ name }: ObjectMember): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_]*$/.test(name);
}

function descriptor(
  shape: FieldShape,
  of: { readonly name: string; readonly wireName: string; readonly required: boolean },
): FlagDescriptor {
  return {
    name: of.name,
    kind: shape.kind === 'boolean' ? 'boolean' : 'text',
    multiple: shape.kind === 'array' || shape.kind === 'string-map',
    allowNo: shape.kind === 'boolean',
    options: shape.item?.choices ?? shape.choices,
    required: false,
    isRequiredBySchema: of.required,
    helpText: shape.description ?? '',
    helpValue: shape.kind === 'boolean' ? null : valueHint(shape),
    shownDefault: shape.shownDefault,
    wireName: of.wireName,
  };
}

function valueHint(shape: FieldShape): string {
  if (shape.choices.length > 0) return shape.choices.join('|');
  switch (shape.kind) {
    case 'integer':
    case 'number':
      return rangeHint(shape);
    case 'long-text':
      return 'TEXT|@file';
    case 'array':
      return shape.item === null ? 'JSON' : valueHint(shape.item);
    case 'string-map':
      return 'NAME=VALUE';
    case 'object':
    case 'json':
      return 'JSON|@file';
    case 'text':
      return shape.isTime ? 'TIME|2h' : 'TEXT';
    default:
      return 'TEXT';
  }
}

function rangeHint({ min, max }: FieldShape): string {
  if (min === null && max === null) return 'NUMBER';
  return `${min ?? ''}..${max ?? ''}`;
}

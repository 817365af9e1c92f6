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
  /** The values of an `enum` as text for the command line; else empty. Those of kind `json` are not only texts. */
  readonly choices: readonly string[];
  readonly min: number | null;
  readonly max: number | null;
  /** Lengths in code points. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  /** A text that is a point in time, for which `2h` is that long ago. */
  readonly isTime: boolean;
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

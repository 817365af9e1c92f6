import { usageFailure } from '../contract/failure.ts';
import { assignArg } from './arg-assignment.ts';
import type { Field, Fields } from './field.ts';
import { type FlagTarget, targetOf } from './flag-target.ts';
import { createInputSource, type InputReaders, type InputSource } from './input-source.ts';
import { emptyObject, isPlainObject, type PlainObject } from './plain-json.ts';
import { type RawValue, setFlag, setMember } from './set-flag.ts';
import { jsonOrText, jsonValue, shortened, textToValue, untypedValue } from './text-to-value.ts';

/** The arguments and flags of an operation, not interpreted yet. */
export interface RawInput {
  /** By flag without dashes, `args.lines` included; a flag that was not given is absent. */
  readonly flags: ReadonlyMap<string, RawValue>;
  /** The value of each `--arg`. */
  readonly args: readonly string[];
  readonly positionals: readonly string[];
  /** `--input`: JSON, `@file` or `@-`. */
  readonly input?: string;
}

/**
 * The JSON input of an operation: `--input` as the base, and over it positionals, flags and
 * `--arg`. Nothing is checked against the schema here. Objects have no prototype. Throws a usage
 * failure for a text that cannot be a value, and for a property that is given twice.
 */
export async function toInput(
  fields: Fields,
  raw: RawInput,
  readers: InputReaders,
): Promise<PlainObject> {
  const source = createInputSource(readers);
  const input = raw.input === undefined ? emptyObject() : await baseInput(raw.input, source);
  const given = createSeenNames();
  const parts = { fields, raw, given, source };
  await setPositionals(input, parts);
  await setFlags(input, parts);
  for (const text of raw.args) {
    const { name, value } = await assignArg(text, fields.fields, source);
    given.note(name, '--arg');
    setMember(input, [name], value);
  }
  return input;
}

async function baseInput(text: string, source: InputSource): Promise<PlainObject> {
  const value = jsonValue(await source.textOf(text, '--input'), '--input');
  if (isPlainObject(value)) return value;
  throw usageFailure(
    '--input is not a JSON object',
    `Got ${shortened(JSON.stringify(value))}; the input of an operation is an object, as in {"limit": 5}.`,
  );
}

interface SeenNames {
  /** Remembers that `name` was given as `how`. Throws a usage failure the second time. */
  note(name: string, how: string): void;
}

function createSeenNames(): SeenNames {
  const first = new Map<string, string>();
  return {
    note(name, how) {
      const before = first.get(name);
      if (before !== undefined) {
        throw usageFailure(
          `${name} is given twice`,
          before === how
            ? `${how} sets it more than once.`
            : `Once as ${before} and once as ${how}.`,
        );
      }
      first.set(name, how);
    },
  };
}

interface InputParts {
  readonly fields: Fields;
  readonly raw: RawInput;
  readonly given: SeenNames;
  readonly source: InputSource;
}

async function setPositionals(input: PlainObject, parts: InputParts): Promise<void> {
  const { fields, raw, given, source } = parts;
  for (const [index, text] of raw.positionals.entries()) {
    const name = fields.positionals[index];
    const field = fields.fields.find((candidate) => candidate.name === name);
    if (field === undefined) {
      throw usageFailure(
        'Too many arguments',
        `${JSON.stringify(shortened(text))} has no place: ${placesOf(fields)}.`,
      );
    }
    given.note(field.name, `the argument ${field.name.toUpperCase()}`);
    setMember(input, [field.name], await positionalValue(text, field, source));
  }
}

function placesOf({ fields, positionals }: Fields): string {
  const flag = fields.find(({ name, required }) => {
    return !positionals.includes(name) && (required || name === 'machine');
  })?.flag;
  const example = flag === undefined ? '' : `, for example --${flag}`;
  if (positionals.length === 0) return `this operation takes flags only${example}`;
  const names = positionals.map((name) => name.toUpperCase()).join(' ');
  return `this operation takes ${names}${example && ` and flags${example}`}`;
}

/** A name is one word: `@` has no meaning here, and no file is read. */
async function positionalValue(text: string, field: Field, source: InputSource): Promise<unknown> {
  if (field.kind === 'long-text') return text;
  const label = field.name.toUpperCase();
  if (field.kind !== 'json') return textToValue(text, field, { label, source });
  return field.types.length === 0 ? untypedValue(text) : jsonOrText(text, field.types, label);
}

async function setFlags(
  input: PlainObject,
  { fields, raw, given, source }: InputParts,
): Promise<void> {
  const targets = [...raw.flags].map(([flag, value]) => ({ ...targetOf(flag, fields), value }));
  targets.sort((left, right) => place(left) - place(right));
  const noted = new Set<string>();
  for (const target of targets) {
    if (!noted.has(target.field.name)) given.note(target.field.name, `--${target.flag}`);
    noted.add(target.field.name);
    await setFlag(input, target, source);
  }

  /** In the order of the schema; members come after every whole object, since they are set in it. */
  function place({ field, path }: FlagTarget): number {
    return path.length > 1 ? fields.fields.length : fields.fields.indexOf(field);
  }
}

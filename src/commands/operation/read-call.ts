import type { FlagInput, ParserOutput } from '@oclif/core/interfaces';
import { Failure } from '../../contract/failure.ts';
import { checkInput } from '../../flags/check-input.ts';
import type { InputReaders } from '../../flags/input-source.ts';
import type { PlainObject } from '../../flags/plain-json.ts';
import type { RawValue } from '../../flags/set-flag.ts';
import { type RawInput, toInput } from '../../flags/to-input.ts';
import { RESERVED_FLAGS } from '../flag-table.ts';
import { inputReaders } from '../input-readers.ts';
import { oclifFlags } from '../oclif/flags.ts';
import type { Runtime } from '../runtime.ts';
import { type FoundOperation, findNewerOperation } from './find-operation.ts';
import { generatedFlags } from './generated-flags.ts';

type Reserved = typeof RESERVED_FLAGS;

/** The values of our own flags, as the parser gives them. */
type ReservedFlagValues = {
  readonly [Name in keyof Reserved]?: Reserved[Name] extends { readonly type: 'boolean' }
    ? boolean
    : Reserved[Name] extends { readonly multiple: true }
      ? readonly string[]
      : string;
};

/** An operation with its input, read and checked; nothing has been sent. */
export interface ParsedCall {
  readonly operation: FoundOperation;
  readonly flags: ReservedFlagValues;
  readonly input: PlainObject;
}

interface CommandWords {
  readonly runtime: Runtime;
  readonly argv: readonly string[];
  /** oclif's parser with these flags. */
  parse(flags: FlagInput): Promise<ParserOutput>;
}

/**
 * Reads the words after the operation as its input. Where they do not fit the catalogue at hand, they
 * are read once more by one that is fetched now, if there is a newer one. Throws `Failure` usage.
 */
export async function readCall(
  operation: FoundOperation,
  words: CommandWords,
): Promise<ParsedCall> {
  const readers = inputReaders(words.runtime);
  const read = (by: FoundOperation) => readWords(by, words, readers);
  return read(operation).catch(async (error: unknown) => {
    const isUsage = error instanceof Failure && error.kind === 'usage';
    const newer = isUsage ? await findNewerOperation(operation) : undefined;
    if (newer === undefined) throw error;
    return read(newer);
  });
}

async function readWords(
  operation: FoundOperation,
  words: CommandWords,
  readers: InputReaders,
): Promise<ParsedCall> {
  const { fields, inUse, tool } = operation;
  const generated = generatedFlags(fields, words.argv);
  const parsed = await words.parse({ ...generated, ...oclifFlags(RESERVED_FLAGS) });
  const entries = Object.entries<RawValue>(parsed.flags);
  const flags = Object.fromEntries(
    entries.filter(([name]) => Object.hasOwn(RESERVED_FLAGS, name)),
  ) as ReservedFlagValues;
  if (flags.schema === true || flags.example === true) return { operation, flags, input: {} };
  const raw: RawInput = {
    flags: new Map(entries.filter(([name]) => Object.hasOwn(generated, name))),
    args: flags.arg ?? [],
    positionals: parsed.argv.map(String),
    ...(flags.input === undefined ? {} : { input: flags.input }),
  };
  const input = await toInput(fields, raw, readers);
  if (flags.validate !== false && inUse.checksLocally) checkInput(input, tool.input_schema, fields);
  return { operation, flags, input };
}

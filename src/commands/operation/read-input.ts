import type { FlagInput, ParserOutput } from '@oclif/core/interfaces';
import { Failure } from '../../contract/failure.ts';
import { checkInput } from '../../flags/check-input.ts';
import type { JsonObject } from '../../flags/plain-json.ts';
import type { RawValue } from '../../flags/set-flag.ts';
import { type RawInput, toInput } from '../../flags/to-input.ts';
import { RESERVED_FLAGS } from '../flag-table.ts';
import { inputReaders } from '../input-readers.ts';
import { oclifFlags } from '../oclif/flags.ts';
import type { Runtime } from '../runtime.ts';
import { findNewerOperation, type Operation } from './find-operation.ts';
import { generatedFlags } from './generated-flags.ts';

type Reserved = typeof RESERVED_FLAGS;

/** The values of our own flags, as the parser gives them. */
export type ReservedFlagValues = {
  readonly [Name in keyof Reserved]?: Reserved[Name] extends { readonly type: 'boolean' }
    ? boolean
    : Reserved[Name] extends { readonly multiple: true }
      ? readonly string[]
      : string;
};

/** An operation with its input, read and checked; nothing has been sent. */
export interface OperationInput {
  readonly prepared: Operation;
  readonly own: ReservedFlagValues;
  readonly input: JsonObject;
}

interface OperationArgv {
  readonly runtime: Runtime;
  readonly argv: readonly string[];
  /** oclif's parser with these flags. */
  parse(flags: FlagInput): Promise<ParserOutput>;
}

/**
 * Reads what was typed into the operation's input. What an older catalogue refuses is looked at once
 * more with one fetched now. Throws `Failure` usage.
 */
export async function readInput(
  prepared: Operation,
  typed: OperationArgv,
): Promise<OperationInput> {
  const readers = inputReaders(typed.runtime);
  try {
    return await readInputBy(prepared, typed, readers);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'usage') throw error;
    const again = await findNewerOperation(prepared);
    if (again === undefined) throw error;
    return await readInputBy(again, typed, readers);
  }
}

async function readInputBy(
  prepared: Operation,
  typed: OperationArgv,
  readers: ReturnType<typeof inputReaders>,
): Promise<OperationInput> {
  const { fields, inUse, tool } = prepared;
  const generated = generatedFlags(fields, typed.argv);
  const { flags, argv } = await typed.parse({ ...generated, ...oclifFlags(RESERVED_FLAGS) });
  const entries = Object.entries<RawValue>(flags);
  const own = Object.fromEntries(
    entries.filter(([name]) => Object.hasOwn(RESERVED_FLAGS, name)),
  ) as ReservedFlagValues;
  if (own.schema === true || own.example === true) return { prepared, own, input: {} };
  const raw: RawInput = {
    flags: new Map(entries.filter(([name]) => Object.hasOwn(generated, name))),
    args: own.arg ?? [],
    positionals: argv.map(String),
    ...(own.input === undefined ? {} : { input: own.input }),
  };
  const input = await toInput(fields, raw, readers);
  if (own.validate !== false && inUse.checksLocally) checkInput(input, tool.input_schema, fields);
  return { prepared, own, input };
}

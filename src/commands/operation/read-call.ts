import { Failure } from '../../contract/failure.ts';
import { checkInput } from '../../flags/check/check-input.ts';
import type { InputReaders } from '../../flags/input-source.ts';
import type { PlainObject } from '../../flags/plain-json.ts';
import { type RawInput, toInput } from '../../flags/to-input.ts';
import type { AskedNow } from '../../flow/answer/same-question.ts';
import { endableLong } from '../../terminal/endable.ts';
import { RESERVED_FLAGS } from '../flag-table.ts';
import { inputReaders } from '../input-readers.ts';
import { readWords } from '../read-words.ts';
import type { Runtime } from '../runtime.ts';
import type { FoundOperation } from './find-operation.ts';
import { findNewerOperation } from './newer-operation.ts';
import { operationFlags } from './operation-flags.ts';

type Reserved = typeof RESERVED_FLAGS;

/** The values of our own flags. */
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
  /** Whether a question does not end the following, since somebody else will answer it. */
  readonly pastQuestions?: boolean;
  /** Of an answer: what the job asked when it was written. */
  readonly seen?: AskedNow | undefined;
  /** Of an answer: the text of the question that it is for, or its beginning and `...`. */
  readonly meant?: string | undefined;
  /** Says on stderr what an answer that was sent went to. */
  readonly tellSent?: () => Promise<void>;
}

/**
 * Reads the words after the operation as its input. Where they do not fit the catalogue at hand, they
 * are read once more by one that is fetched now, if there is a newer one. `asRead` gives the operation
 * as it is to be read. Throws `Failure` usage.
 */
export async function readCall(
  operation: FoundOperation,
  argv: readonly string[],
  runtime: Runtime,
  asRead = (found: FoundOperation): FoundOperation => found,
): Promise<ParsedCall> {
  const readers = inputReaders(runtime);
  const read = async (by: FoundOperation) => callOf(asRead(by), argv, readers);
  return read(operation).catch(async (error: unknown) => {
    const isUsage = error instanceof Failure && error.kind === 'usage';
    const newer = isUsage ? await findNewerOperation(operation) : undefined;
    if (newer === undefined) throw error;
    return read(newer);
  });
}

async function callOf(
  operation: FoundOperation,
  argv: readonly string[],
  readers: InputReaders,
): Promise<ParsedCall> {
  const { fields, inUse, tool } = operation;
  const { flags: all, places } = await readWords(argv, operationFlags(fields));
  const isOurs = ([name]: readonly [string, unknown]) => Object.hasOwn(RESERVED_FLAGS, name);
  const flags: ReservedFlagValues = Object.fromEntries([...all].filter(isOurs));
  if (flags.schema === true || flags.example === true) return { operation, flags, input: {} };
  const raw: RawInput = {
    flags: new Map([...all].filter((flag) => !isOurs(flag))),
    args: flags.arg ?? [],
    positionals: places,
    ...(flags.input === undefined ? {} : { input: flags.input }),
  };
  const input = await toInput(fields, raw, readers);
  if (flags.validate !== false && inUse.checksLocally)
    await endableLong(() => checkInput(input, tool.input_schema, fields));
  return { operation, flags, input };
}

import type { Operations } from '../../client/catalogue/operations.ts';
import type { Tool } from '../../contract/tool.ts';
import { fieldsOf } from '../../flags/fields.ts';
import { type NamedFlag, type OfferedFlag, operationFlags, ownFlag } from './offered-flags.ts';

/** A command of ours, as far as completion goes. */
interface OwnCommand {
  readonly summary?: string;
  /** False where the last argument may be given again. */
  readonly strict?: boolean;
  readonly flags?: Readonly<Record<string, NamedFlag>>;
  readonly args?: Readonly<Record<string, NamedArg>>;
}

/** An argument of it. */
interface NamedArg {
  readonly options?: readonly string[];
  readonly name?: string;
}

/** What words can become. */
export interface Known {
  readonly operations: Operations;
  readonly commands: Readonly<Record<string, OwnCommand>>;
}

/** The words before the one that is completed, read from left to right. */
export interface TypedLine {
  /** The words that lead to a command. */
  readonly path: readonly string[];
  readonly command: OwnCommand | undefined;
  readonly operation: Tool | undefined;
  readonly flags: readonly OfferedFlag[];
  /** Its arguments, or the properties of the operation that may be given in their place. */
  readonly order: readonly string[];
  /** The words that are neither flags nor their values. */
  readonly places: readonly string[];
  /** By the name of the property, or of the flag where it is ours. */
  readonly given: ReadonlyMap<string, string>;
  /** The flag whose value comes next. */
  readonly pending: OfferedFlag | undefined;
  /** After a `--` nothing is ours. */
  readonly isOver: boolean;
}

/** Reads what stands before the word that is completed. */
export function readTypedLine(words: readonly string[], known: Known): TypedLine {
  let line: TypedLine = atPath([], known);
  for (const word of words) line = afterWord(line, word, known);
  return line;
}

function atPath(path: readonly string[], { commands }: Known): TypedLine {
  const command = commands[path.join(':')];
  return {
    path,
    command,
    operation: undefined,
    flags: Object.values(command?.flags ?? {}).map(ownFlag),
    order: Object.keys(command?.args ?? {}),
    places: [],
    given: new Map(),
    pending: undefined,
    isOver: false,
  };
}

function afterWord(line: TypedLine, word: string, known: Known): TypedLine {
  const { given, path, pending, places } = line;
  if (line.isOver) return line;
  if (pending !== undefined) {
    return { ...line, pending: undefined, given: new Map(given).set(pending.of, word) };
  }
  if (word === '--') return { ...line, isOver: true };
  if (word.startsWith('-') && word !== '-') return afterFlag(line, word);
  if (places.length === 0 && line.operation === undefined) {
    const deeper = [...path, word].join(':');
    const isDeeper = Object.keys(known.commands).some(
      (id) => id === deeper || id.startsWith(`${deeper}:`),
    );
    if (isDeeper) return { ...atPath([...path, word], known), given };
    const name = word.replace(/^op:/, '');
    const operation = path.join(':') === 'cloud' ? known.operations.find(name) : undefined;
    if (operation !== undefined) {
      const fields = fieldsOf(operation.input_schema);
      const flags = operationFlags(fields);
      return { ...line, command: undefined, operation, flags, order: fields.positionals };
    }
  }
  return { ...line, places: [...places, word] };
}

function afterFlag(line: TypedLine, word: string): TypedLine {
  const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  const flag = line.flags.find((each) => each.name === (word === '-o' ? 'output' : name));
  if (flag === undefined || !flag.takesValue) return line;
  if (value === undefined) return { ...line, pending: flag };
  return { ...line, given: new Map(line.given).set(flag.of, value) };
}

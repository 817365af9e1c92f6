/** `short` leaves out the flags that every operation, or most commands, have: `-h` and `--help`. */
export type HelpLength = 'short' | 'full';

/** What a command line asks for. */
type CommandLine =
  | { readonly kind: 'version' }
  /** Words that are no command. */
  | { readonly kind: 'unknown'; readonly words: readonly string[] }
  /** Help about a command or a topic (by id, as `admin:key`), or about fleet where the id is ''. */
  | {
      readonly kind: 'help';
      readonly id: string;
      readonly length: HelpLength;
      readonly argv: readonly string[];
    }
  | { readonly kind: 'command'; readonly id: string; readonly argv: readonly string[] }
  /** `fleet cloud <operation>`; the name as it was given. */
  | {
      readonly kind: 'operation';
      readonly name: string;
      readonly argv: readonly string[];
      /** Undefined where it is to run. */
      readonly help: HelpLength | undefined;
    };

const VERSION_FLAG = '--version';

/** Prefix for an operation that is named like one of our own words. */
const OPERATION_PREFIX = 'op:';

/** Reads the words of a command line; `ids` are the commands of our own, as `admin:key:create`. */
export function parseCommandLine(argv: readonly string[], ids: readonly string[]): CommandLine {
  const [first, ...others] = argv;
  if (first === undefined || first === '--help' || first === '-h')
    return { kind: 'help', id: '', length: 'full', argv };
  if (first === VERSION_FLAG) return { kind: 'version' };
  const isOurs = ids.some((id) => id === argv.slice(0, 2).join(':'));
  if (first === 'help' && !isOurs)
    return parseCommandLine([...leadingWords(others), '--help'], ids);

  const words = leadingWords(argv);
  const depth = deepestCommand(words, ids);
  const help = helpAskedFor(argv);
  const name = words[depth];
  if (depth === 1 && first === 'cloud' && name !== undefined) {
    return { kind: 'operation', name: operationName(name), argv: argv.slice(2), help };
  }
  const id = words.slice(0, depth).join(':');
  if (depth > 0 && name !== undefined && ids.some((each) => each.startsWith(`${id}:`))) {
    return { kind: 'unknown', words };
  }
  if (depth > 0 && ids.includes(id)) {
    return help === undefined
      ? { kind: 'command', id, argv: argv.slice(depth) }
      : { kind: 'help', id, length: help, argv };
  }
  const topic = words.join(':');
  const isTopic = ids.some((each) => each.startsWith(`${topic}:`));
  if (isTopic && (help || words.length === argv.length)) {
    return { kind: 'help', id: topic, length: help ?? 'full', argv };
  }
  // A flag in the place of a command: what comes behind it would not be done.
  const isFlag = isTopic || words.length === 0;
  return { kind: 'unknown', words: isFlag ? argv.slice(0, words.length + 1) : words };
}

function leadingWords(argv: readonly string[]): readonly string[] {
  const end = argv.findIndex((word) => word.startsWith('-'));
  return end === -1 ? argv : argv.slice(0, end);
}

function deepestCommand(words: readonly string[], ids: readonly string[]): number {
  for (let depth = words.length; depth > 0; depth -= 1) {
    if (ids.includes(words.slice(0, depth).join(':'))) return depth;
  }
  return 0;
}

function helpAskedFor(argv: readonly string[]): HelpLength | undefined {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  if (words.includes('--help')) return 'full';
  return words.includes('-h') ? 'short' : undefined;
}

/** The operation that a word names. */
export function operationName(name: string): string {
  return name.startsWith(OPERATION_PREFIX) ? name.slice(OPERATION_PREFIX.length) : name;
}

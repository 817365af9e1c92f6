import { Failure } from '../contract/failure.ts';
import { CLASS_OF_OPERATION } from '../contract/operation-class.ts';
import { suggest } from '../contract/suggest.ts';
import { kebab } from '../flags/names.ts';

/** `short` leaves out the flags that every operation, or most commands, have: `-h` and `--help`. */
export type HelpLength = 'short' | 'full';

/** What a command line asks for. */
type CommandLine =
  | { readonly kind: 'version' }
  /** Help about a command or a topic (by id, as `admin:key`), or about fleet where the id is ''. */
  | { readonly kind: 'help'; readonly id: string; readonly length: HelpLength }
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

/**
 * Reads the words of a command line; `ids` are the commands of our own, as `admin:key:create`.
 * Throws `Failure` usage for a command that does not exist, with a suggestion.
 */
export function parseCommandLine(argv: readonly string[], ids: readonly string[]): CommandLine {
  const [first, ...others] = argv;
  if (first === undefined || first === '--help' || first === '-h')
    return { kind: 'help', id: '', length: 'full' };
  if (first === VERSION_FLAG) return { kind: 'version' };
  const isOurs = ids.some((id) => id === argv.slice(0, 2).join(':'));
  if (first === 'help' && !isOurs)
    return parseCommandLine([...leadingWords(others), '--help'], ids);

  const words = leadingWords(argv);
  const depth = deepestCommand(words, ids);
  const help = helpAskedFor(argv);
  const name = words[depth];
  if (depth === 1 && first === 'cloud' && name !== undefined) {
    return { kind: 'operation', name: withoutPrefix(name), argv: argv.slice(2), help };
  }
  const id = words.slice(0, depth).join(':');
  if (depth > 0 && name !== undefined && ids.some((each) => each.startsWith(`${id}:`))) {
    throw unknownCommand(words, ids);
  }
  if (depth > 0 && ids.includes(id)) {
    return help === undefined
      ? { kind: 'command', id, argv: argv.slice(depth) }
      : { kind: 'help', id, length: help };
  }
  const topic = words.join(':');
  if (words.length > 0 && ids.some((each) => each.startsWith(`${topic}:`))) {
    return { kind: 'help', id: topic, length: help ?? 'full' };
  }
  throw unknownCommand(words.length === 0 ? [first] : words, ids);
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

function withoutPrefix(name: string): string {
  return name.startsWith(OPERATION_PREFIX) ? name.slice(OPERATION_PREFIX.length) : name;
}

function unknownCommand(words: readonly string[], ids: readonly string[]): Failure {
  const given = words.slice(0, 3).join(' ');
  const [command] = suggest(
    given,
    ids.map((id) => id.replaceAll(':', ' ')),
  );
  const [operation] = suggest(words[0] ?? '', Object.keys(CLASS_OF_OPERATION));
  const suggestion =
    command ??
    (operation === undefined ? nearestFirst(words[0] ?? '', ids) : `cloud ${kebab(operation)}`);
  return new Failure('usage', {
    code: 'unknown_command_name',
    title: `There is no command ${JSON.stringify(given)}`,
    detail: given.startsWith('-') ? 'The command comes first, its flags after it.' : 'See --help.',
    ...(suggestion === undefined ? {} : { advice: `Did you mean fleet ${suggestion}?` }),
  });
}

/** What the first word alone may have meant: a whole command line says little of each of its words. */
function nearestFirst(word: string, ids: readonly string[]): string | undefined {
  if (/^-?-?v$/i.test(word)) return VERSION_FLAG;
  const firsts = new Set(ids.map((id) => id.split(':', 1)[0] ?? id));
  return suggest(word, [...firsts, VERSION_FLAG])[0];
}

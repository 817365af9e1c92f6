import { Failure } from '../../contract/failure.ts';
import { suggest } from '../../contract/suggest.ts';

/** What of a flag's definition decides how its words are read. */
interface ParsableFlag {
  readonly type: 'boolean' | 'option';
  readonly char?: string | undefined;
  readonly allowNo?: boolean | undefined;
  readonly multiple?: boolean | undefined;
}

type ParsableFlags = Readonly<Record<string, ParsableFlag>>;

/**
 * Marks a value that begins with `-`. No argument of a program can contain a NUL, and oclif's parser
 * would otherwise take such a value for a flag.
 */
const VALUE_MARK = '\0';

/** A value of `normaliseArgv` as the user gave it. */
export function unmarked(value: string): string {
  return value.startsWith(VALUE_MARK) ? value.slice(VALUE_MARK.length) : value;
}

/**
 * Rewrites the command line so that oclif's parser reads it as every other program would:
 * `--flag=value` takes any value, `--switch=false` is `--no-switch`, a flag given twice and one that
 * does not exist (names of `Object.prototype` included) are refused. Throws `Failure` usage; the one
 * about an unknown flag has the code `unknown_flag`.
 */
export function normaliseArgv(argv: readonly string[], flags: ParsableFlags): string[] {
  const words: string[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') return [...words, ...argv.slice(at)];
    const found = flagWord(word, flags);
    if (found === undefined) {
      words.push(word);
      continue;
    }
    const { name, flag, negated, attached } = found;
    if (flag.type === 'boolean') {
      words.push(booleanWord(found));
      continue;
    }
    if (negated) throw unknownFlag(word, flags);
    if (seen.has(name) && flag.multiple !== true) {
      throw usage(`--${name} was given twice`, 'It takes one value.');
    }
    seen.add(name);
    const value = attached ?? nextValue(name, argv[at + 1], flags);
    if (attached === undefined) at += 1;
    words.push(`--${name}`, value.startsWith('-') ? `${VALUE_MARK}${value}` : value);
  }
  return words;
}

interface FlagWord {
  readonly name: string;
  readonly flag: ParsableFlag;
  readonly negated: boolean;
  /** The value after `=`, or right behind a short flag. */
  readonly attached: string | undefined;
}

/** The flag that a word names; undefined for a word that is none. Throws for an unknown flag. */
function flagWord(word: string, flags: ParsableFlags): FlagWord | undefined {
  if (!word.startsWith('-') || word === '-' || /^-\d/.test(word)) return undefined;
  if (!word.startsWith('--')) return shortFlag(word, flags);
  const equals = word.indexOf('=');
  const name = word.slice(2, equals === -1 ? undefined : equals);
  const attached = equals === -1 ? undefined : word.slice(equals + 1);
  const flag = own(flags, name);
  if (flag !== undefined) return { name, flag, negated: false, attached };
  const positive = name.startsWith('no-') ? own(flags, name.slice(3)) : undefined;
  if (positive?.type === 'boolean' && positive.allowNo === true) {
    return { name: name.slice(3), flag: positive, negated: true, attached };
  }
  throw unknownFlag(word, flags);
}

function shortFlag(word: string, flags: ParsableFlags): FlagWord {
  const found = Object.entries(flags).find(([, flag]) => flag.char === word[1]);
  if (found === undefined) throw unknownFlag(word, flags);
  const [name, flag] = found;
  const rest = word.slice(2);
  if (flag.type === 'boolean' && rest !== '') throw unknownFlag(word, flags);
  const attached = rest === '' ? undefined : rest.replace(/^=/, '');
  return { name, flag, negated: false, attached };
}

function booleanWord({ name, flag, negated, attached }: FlagWord): string {
  if (attached !== undefined && attached !== 'true' && attached !== 'false') {
    throw usage(`--${name} takes no value`, `${JSON.stringify(attached)} was given.`);
  }
  const value = (attached !== 'false') !== negated;
  if (!value && flag.allowNo !== true) {
    throw usage(`--${name} cannot be turned off`, 'Leave it out instead.');
  }
  return value ? `--${name}` : `--no-${name}`;
}

/** A word that is one of our flags is no value: the value was forgotten. */
function nextValue(name: string, next: string | undefined, flags: ParsableFlags): string {
  const forgotten = next === undefined || next === '--' || isKnownFlag(next, flags);
  if (!forgotten) return next;
  const advice = next === undefined ? undefined : `Write --${name}=${next} if that is the value.`;
  throw usage(`--${name} needs a value`, 'None was given.', advice);
}

function isKnownFlag(word: string, flags: ParsableFlags): boolean {
  if (!word.startsWith('--')) return false;
  const name = word.slice(2).replace(/=.*/s, '');
  if (own(flags, name) !== undefined) return true;
  return name.startsWith('no-') && own(flags, name.slice(3))?.allowNo === true;
}

function own(flags: ParsableFlags, name: string): ParsableFlag | undefined {
  return Object.hasOwn(flags, name) ? flags[name] : undefined;
}

function unknownFlag(word: string, flags: ParsableFlags): Failure {
  const name = word.replace(/=.*/s, '');
  const [suggestion] = suggest(
    name,
    Object.keys(flags).map((flag) => `--${flag}`),
  );
  return usage(
    `Unknown flag ${name}`,
    'This command has no such flag.',
    suggestion === undefined ? 'See --help.' : `Did you mean ${suggestion}?`,
    'unknown_flag',
  );
}

function usage(title: string, detail: string, advice?: string, code = 'usage'): Failure {
  return new Failure('usage', {
    code,
    title,
    detail,
    ...(advice === undefined ? {} : { advice }),
  });
}

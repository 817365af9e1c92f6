import { usageFailure } from '../contract/failure.ts';
import type { RawValue } from '../flags/set-flag.ts';

/** What of a flag's definition decides how its words are read. */
export interface ReadableFlag {
  readonly type: 'boolean' | 'option';
  readonly char?: string | undefined;
  readonly allowNo?: boolean | undefined;
  readonly multiple?: boolean | undefined;
}

/** The flags that a command line may have, by name without dashes. */
export interface ReadableFlags {
  find(name: string): ReadableFlag | undefined;
  /** The name of the one with this short form. */
  nameOfShort(char: string | undefined): string | undefined;
  names(): readonly string[];
}

/** A command line as it was read; nothing of it is interpreted yet. */
interface TypedWords {
  /** In the order of their first word. */
  readonly flags: ReadonlyMap<string, RawValue>;
  /** The words that are no flags and no values of one. */
  readonly places: readonly string[];
}

/** The flags of a table; a name of `Object.prototype` is none of them. */
export function flagsIn(table: Readonly<Record<string, ReadableFlag>>): ReadableFlags {
  return {
    find: (name) => (Object.hasOwn(table, name) ? table[name] : undefined),
    nameOfShort: (char) => Object.keys(table).find((name) => table[name]?.char === char),
    names: () => Object.keys(table),
  };
}

/**
 * Reads the words of a command line: `--flag=value` takes any value, `--switch=false` is
 * `--no-switch`, a flag given twice and one that does not exist are refused. Throws `Failure` usage;
 * the one about an unknown flag has the code `unknown_flag`.
 */
export async function readWords(
  argv: readonly string[],
  known: ReadableFlags,
): Promise<TypedWords> {
  const flags = new Map<string, RawValue>();
  const places: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') return { flags, places: [...places, ...argv.slice(at + 1)] };
    const found = flagWord(word, known);
    if (found === undefined) {
      places.push(word);
      continue;
    }
    if (found === 'unknown') {
      const { unknownFlag } = await import('./unknown-flag.ts');
      throw unknownFlag(word, known.names());
    }
    const { name, flag, attached } = found;
    if (flag.type === 'boolean') {
      flags.set(name, switchValue(found));
      continue;
    }
    const before = flags.get(name);
    if (before !== undefined && flag.multiple !== true) {
      throw usageFailure(`--${name} was given twice`, 'It takes one value.');
    }
    const value = attached ?? nextValue(name, argv[at + 1], known);
    if (attached === undefined) at += 1;
    flags.set(
      name,
      flag.multiple === true ? [...(Array.isArray(before) ? before : []), value] : value,
    );
  }
  return { flags, places };
}

interface FlagWord {
  readonly name: string;
  readonly flag: ReadableFlag;
  readonly negated: boolean;
  /** The value after `=`, or right behind a short flag. */
  readonly attached: string | undefined;
}

/** The flag that a word names; undefined for a word that is none. */
function flagWord(word: string, known: ReadableFlags): FlagWord | 'unknown' | undefined {
  if (!word.startsWith('-') || word === '-' || /^-\d/.test(word)) return undefined;
  if (!word.startsWith('--')) return shortFlag(word, known);
  const equals = word.indexOf('=');
  const name = word.slice(2, equals === -1 ? undefined : equals);
  const attached = equals === -1 ? undefined : word.slice(equals + 1);
  const flag = known.find(name);
  if (flag !== undefined) return { name, flag, negated: false, attached };
  const positive = name.startsWith('no-') ? known.find(name.slice(3)) : undefined;
  if (positive?.type === 'boolean' && positive.allowNo === true) {
    return { name: name.slice(3), flag: positive, negated: true, attached };
  }
  return 'unknown';
}

function shortFlag(word: string, known: ReadableFlags): FlagWord | 'unknown' {
  const name = known.nameOfShort(word[1]);
  const flag = name === undefined ? undefined : known.find(name);
  const rest = word.slice(2);
  if (name === undefined || flag === undefined) return 'unknown';
  if (flag.type === 'boolean' && rest !== '') return 'unknown';
  const attached = rest === '' ? undefined : rest.replace(/^=/, '');
  return { name, flag, negated: false, attached };
}

function switchValue({ name, flag, negated, attached }: FlagWord): boolean {
  if (attached !== undefined && attached !== 'true' && attached !== 'false') {
    throw usageFailure(`--${name} takes no value`, `${JSON.stringify(attached)} was given.`);
  }
  const value = (attached !== 'false') !== negated;
  if (!value && flag.allowNo !== true) {
    throw usageFailure(`--${name} cannot be turned off`, 'Leave it out instead.');
  }
  return value;
}

/** A word that is one of our flags is no value: the value was forgotten. */
function nextValue(name: string, next: string | undefined, known: ReadableFlags): string {
  const forgotten = next === undefined || next === '--' || isKnownFlag(next, known);
  if (!forgotten) return next;
  const advice = next === undefined ? undefined : `Write --${name}=${next} if that is the value.`;
  throw usageFailure(`--${name} needs a value`, 'None was given.', advice);
}

function isKnownFlag(word: string, known: ReadableFlags): boolean {
  if (!word.startsWith('--')) return false;
  const name = word.slice(2).replace(/=.*/s, '');
  if (known.find(name) !== undefined) return true;
  return name.startsWith('no-') && known.find(name.slice(3))?.allowNo === true;
}

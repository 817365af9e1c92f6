import type { Operations } from '../../client/catalogue/operations.ts';
import { catalogueForHelp } from '../../client/catalogue/read.ts';
import { fieldsOf } from '../../flags/fields.ts';
import { toFlagDescriptors } from '../../flags/flag-descriptors.ts';
import { kebab } from '../../flags/names.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { catalogueCacheForHelp } from '../catalogue-cache.ts';
import { type Flag, RESERVED_FLAGS } from '../flag-table.ts';
import { commandName } from '../operation/command-name.ts';
import type { Runtime } from '../runtime.ts';
import { flagValue } from '../scan-argv.ts';
import commandIndex from './command-index.json' with { type: 'json' };

const COMMAND_INDEX: Known['commands'] = commandIndex;

interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** A flag as completion needs it: what its values can be, and its other form. */
interface OfferedFlag {
  readonly name: string;
  readonly about: string;
  readonly takesValue: boolean;
  readonly values: readonly string[];
  readonly allowNo: boolean;
}

/** What words can become. */
interface Known {
  readonly operations: Operations;
  readonly commands: Readonly<Record<string, OwnCommand>>;
}

/** Only such words are offered: a shell evaluates what it completes, and the names come from a server. */
const SAFE_WORD = /^[A-Za-z0-9_.:/@%+,=-]+$/;

/**
 * `fleet __complete WORD…`: what the last word can become, one a line with a tab before its meaning.
 * Reads the cached catalogue or the snapshot, never the network or a key store.
 */
export async function complete(words: readonly string[], runtime: Runtime): Promise<void> {
  const cache = catalogueCacheForHelp(runtime, {
    'base-url': flagValue(words, 'base-url'),
    profile: flagValue(words, 'profile'),
  });
  const { operations } = await catalogueForHelp(cache, runtime.clock);
  const known = { operations, commands: await ownCommands(words) };
  const lines = candidates(words, known).map(({ about, value }) => `${value}\t${about}\n`);
  await runtime.stdout.write(lines.join(''));
}

/** What the last of `words` can become. */
function candidates(typed: readonly string[], known: Known): readonly Candidate[] {
  const words = asOperation(typed);
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const path = before.filter((word, at) => !word.startsWith('-') && !isValue(before, at, known));
  const isOfEach = words !== typed;
  const flags = offeredFlags(path, known).filter((flag) => !isOfEach || flag.name !== 'machine');
  const [, name, start] = /^--([^=]+)=(.*)$/s.exec(current) ?? [];
  const pending = valueFlag(before.at(-1), flags);
  const offered =
    name !== undefined && start !== undefined
      ? valuesOf(flags, name).map((value) => ({ value: `--${name}=${value}`, about: '' }))
      : pending !== undefined
        ? pending.values.map((value) => ({ value, about: '' }))
        : current.startsWith('-')
          ? flags.flatMap(flagCandidates)
          : commandCandidates(path, known, current);
  return offered.filter(({ value }) => value.startsWith(current) && SAFE_WORD.test(value));
}

/** After the `--` of `fleet each` comes an operation, which is offered as after `fleet cloud`. */
function asOperation(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  const isEach = words[0] === 'each' && end !== -1 && end < words.length - 1;
  return isEach ? ['cloud', ...words.slice(end + 1)] : words;
}

function isValue(words: readonly string[], at: number, known: Known): boolean {
  const path = words.slice(0, at).filter((word) => !word.startsWith('-'));
  return valueFlag(words[at - 1], offeredFlags(path, known)) !== undefined;
}

function valueFlag(
  word: string | undefined,
  flags: readonly OfferedFlag[],
): OfferedFlag | undefined {
  const name = word === '-o' ? 'output' : word?.startsWith('--') ? word.slice(2) : undefined;
  return flags.find((flag) => flag.name === name && flag.takesValue);
}

function valuesOf(flags: readonly OfferedFlag[], name: string): readonly string[] {
  return flags.find((flag) => flag.name === name)?.values ?? [];
}

function flagCandidates({ about, allowNo, name }: OfferedFlag): readonly Candidate[] {
  const yes = { value: `--${name}`, about };
  return allowNo ? [yes, { value: `--no-${name}`, about }] : [yes];
}

function commandCandidates(
  path: readonly string[],
  { commands, operations }: Known,
  current: string,
): readonly Candidate[] {
  const prefix = path.map((word) => `${word}:`).join('');
  const next = new Map<string, string>();
  for (const { id, summary = '' } of Object.values(commands)) {
    if (!id.startsWith(prefix)) continue;
    const [word = '', ...deeper] = id.slice(prefix.length).split(':');
    if (word !== '' && !next.has(word)) next.set(word, deeper.length > 0 ? '' : summary);
  }
  if (prefix === 'cloud:') {
    const begun = kebab(current.replace(/^op:/, ''));
    for (const { name, summary } of operations.summaries(begun)) {
      next.set(current.includes('_') ? name : commandName(name), sanitiseLine(summary));
    }
  }
  for (const value of choicesOf(path, commands)) next.set(value, '');
  return [...next].map(([value, about]) => ({ value, about }));
}

/** What the next argument of the command of ours that `path` begins with can be. */
function choicesOf(path: readonly string[], commands: Known['commands']): readonly string[] {
  for (let length = path.length; length > 0; length -= 1) {
    const command = commands[path.slice(0, length).join(':')];
    if (command !== undefined) {
      return Object.values(command.args)[path.length - length]?.options ?? [];
    }
  }
  return [];
}

function offeredFlags(
  path: readonly string[],
  { commands, operations }: Known,
): readonly OfferedFlag[] {
  const own = commands[path.join(':')];
  if (own !== undefined) return Object.values(own.flags).map(manifestFlag);
  const tool =
    path[0] === 'cloud' ? operations.find(path[1]?.replace(/^op:/, '') ?? '') : undefined;
  if (tool === undefined) return [];
  const generated = toFlagDescriptors(fieldsOf(tool.input_schema)).map((flag) => ({
    name: flag.name,
    about: firstSentence(flag.helpText),
    takesValue: flag.kind !== 'boolean',
    values: flag.options,
    allowNo: flag.allowNo,
  }));
  return [...generated, ...reservedFlags()];
}

interface OwnCommand {
  readonly id: string;
  readonly summary?: string;
  readonly flags: Readonly<Record<string, NamedFlag>>;
  readonly args: Readonly<Record<string, NamedArg>>;
}

interface NamedArg {
  readonly options?: readonly string[];
  readonly name?: string;
}

interface NamedFlag {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  readonly helpValue?: string;
  readonly allowNo?: boolean;
}

/** Our own commands; their flags only where a flag was typed, since those take long to load. */
async function ownCommands(words: readonly string[]): Promise<Known['commands']> {
  if (!words.some((word) => word.startsWith('-'))) return COMMAND_INDEX;
  const { default: manifest } = await import('../../../oclif.manifest.json', {
    with: { type: 'json' },
  });
  return manifest.commands;
}

function reservedFlags(): readonly OfferedFlag[] {
  return Object.entries<Flag>(RESERVED_FLAGS).map(([name, flag]) =>
    manifestFlag({ ...flag, name }),
  );
}

/** A value written `a|b|c` in help is one of these words. */
const WORDS = /^[a-z][\w:-]*(?:\|[a-z][\w:-]*)+$/;

function manifestFlag({ allowNo, description, helpValue, name, type }: NamedFlag): OfferedFlag {
  return {
    name,
    about: description ?? '',
    takesValue: type !== 'boolean',
    values: helpValue !== undefined && WORDS.test(helpValue) ? helpValue.split('|') : [],
    allowNo: allowNo === true,
  };
}

function firstSentence(text: string): string {
  return sanitiseLine(text).split(/(?<=\.)\s/)[0] ?? '';
}

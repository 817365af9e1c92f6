import { kebab } from '../../base/text/kebab.ts';
import { catalogueForHelp } from '../../client/catalogue/read.ts';
import { LAST } from '../../contract/id-kind.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { catalogueCacheForHelp } from '../catalogue-cache.ts';
import { commandName } from '../operation/command-name.ts';
import type { Runtime } from '../runtime.ts';
import { flagValue } from '../scan-argv.ts';
import commandIndex from './command-index.json' with { type: 'json' };
import type { OfferedFlag } from './offered-flags.ts';
import { type Known, readTypedLine, type TypedLine } from './typed-line.ts';

const COMMAND_INDEX: Known['commands'] = commandIndex;

/** What a word can become. */
export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** Only such words are offered: a shell evaluates what it completes, and the names come from a server. */
const SAFE_WORD = /^[A-Za-z0-9_.:/@%+,=-]+$/;

/** The words in PowerShell, which breaks arguments: each after a line end. */
const WORDS_VARIABLE = 'FLEET_COMPLETE_WORDS';

/**
 * `fleet __complete WORD…`: what the last word can become, one a line with a tab before its meaning; for
 * PowerShell quoted as it needs it. Reads the cached catalogue or the snapshot and what is kept of answers,
 * never the network or a key store. Gives the exit code: 1 where nothing is offered and no name of a file
 * fits either.
 */
export async function complete(args: readonly string[], runtime: Runtime): Promise<number> {
  const variable = runtime.environment[WORDS_VARIABLE];
  const typed = variable === undefined ? args : variable.split(/\r?\n/).slice(1);
  const words = asOperation(typed);
  const cache = catalogueCacheForHelp(runtime, {
    'base-url': flagValue(typed, 'base-url'),
    profile: flagValue(typed, 'profile'),
  });
  const { operations } = await catalogueForHelp(cache, runtime.clock);
  const known = { operations, commands: await ownCommands(words) };
  const current = words.at(-1) ?? '';
  const before = readTypedLine(words.slice(0, -1), known);
  const line = words === typed ? before : withoutMachine(before);
  const { fixed, prefix, takesFile = false, wanted } = offered(line, current, known);
  const begun = current.slice(prefix.length);
  let live: readonly Candidate[] = [];
  if (wanted !== undefined && fixed.length === 0) {
    const { liveNames } = await import('./live-names.ts');
    live = (await liveNames({ wanted, line, begun, cache, runtime })).filter(isValue);
  }
  const quote = variable === undefined ? String : await quoteForPowershell();
  const lines = [...fixed, ...live]
    .map(({ about, value }) => ({ about, value: `${prefix}${value}` }))
    .filter(({ value }) => value.startsWith(current) && SAFE_WORD.test(value))
    .map(({ about, value }) => `${quote(value)}\t${about}\n`);
  await runtime.stdout.write(lines.join(''));
  return lines.length > 0 || takesFile ? 0 : 1;
}

/** A name that a machine chose as `--text=@FILE` would be a flag, and one as `@FILE` a file to be sent. */
function isValue({ value }: Candidate): boolean {
  return value === LAST || !/^[-@]/.test(value);
}

/** Loaded there alone. */
async function quoteForPowershell(): Promise<(word: string) => string> {
  const { powershellWord } = await import('../../base/shells/powershell-word.ts');
  return powershellWord;
}

interface OfferedWords {
  /** What stands before the value in the same word. */
  readonly prefix: string;
  readonly fixed: readonly Candidate[];
  /** The property, argument or flag whose value it is, where answers may have named such. */
  readonly wanted?: string;
  /** Whether it is the path of a file or folder, which the shell knows. */
  readonly takesFile?: boolean;
}

/** What the word that is begun can become, after the line before it. */
function offered(line: TypedLine, current: string, known: Known): OfferedWords {
  // A command that is not ours, with its arguments.
  if (line.isOver) return { ...NOTHING, takesFile: true };
  const [, name, start] = /^--([^=]+)=(.*)$/s.exec(current) ?? [];
  if (name !== undefined && start !== undefined) {
    const flag = line.flags.find((each) => each.name === name && each.takesValue);
    return flag === undefined ? NOTHING : ofFlag(flag, `--${name}=`);
  }
  if (line.pending !== undefined) return ofFlag(line.pending, '');
  if (current.startsWith('-')) return { prefix: '', fixed: line.flags.flatMap(flagCandidates) };
  return ofPlace(line, current, known);
}

const NOTHING: OfferedWords = { prefix: '', fixed: [] };

function ofFlag({ of, takesFile, values }: OfferedFlag, prefix: string): OfferedWords {
  return { prefix, fixed: values.map((value) => ({ value, about: '' })), wanted: of, takesFile };
}

/** What the next word that is no flag can be. */
function ofPlace(line: TypedLine, current: string, known: Known): OfferedWords {
  const { command, order, places } = line;
  const again = command?.strict === false ? order.at(-1) : undefined;
  const wanted = order[places.length] ?? again;
  const choices = wanted === undefined ? [] : (command?.args?.[wanted]?.options ?? []);
  const isFirst = places.length === 0 && line.operation === undefined;
  const words = isFirst ? wordCandidates(line.path, known, current) : [];
  const fixed = [...choices.map((value) => ({ value, about: '' })), ...words];
  if (wanted === undefined) return { ...NOTHING, fixed };
  return { ...NOTHING, fixed, wanted, takesFile: wanted === 'folder' };
}

/** After the `--` of `fleet each` comes an operation, which is offered as after `fleet cloud`. */
function asOperation(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  const isEach = words[0] === 'each' && end !== -1 && end < words.length - 1;
  return isEach ? ['cloud', ...words.slice(end + 1)] : words;
}

/** `fleet each` gives the machine. */
function withoutMachine(line: TypedLine): TypedLine {
  const flags = line.flags.filter(({ of }) => of !== 'machine');
  return { ...line, flags, order: line.order.filter((name) => name !== 'machine') };
}

function flagCandidates({ about, allowNo, name }: OfferedFlag): readonly Candidate[] {
  const yes = { value: `--${name}`, about };
  return allowNo ? [yes, { value: `--no-${name}`, about }] : [yes];
}

/** The words after `path` that lead to a command or an operation. */
function wordCandidates(
  path: readonly string[],
  { commands, operations }: Known,
  current: string,
): readonly Candidate[] {
  const prefix = path.map((word) => `${word}:`).join('');
  const next = new Map<string, string>();
  for (const [id, { summary = '' }] of Object.entries(commands)) {
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
  const words = [...next].map(([value, about]) => ({ value, about }));
  return words.sort((left, right) => (left.value < right.value ? -1 : 1));
}

/** Our own commands; their flags only where a flag was typed, since those take long to load. */
async function ownCommands(words: readonly string[]): Promise<Known['commands']> {
  if (!words.some((word) => word.startsWith('-'))) return COMMAND_INDEX;
  const { default: manifest } = await import('../../../oclif.manifest.json', {
    with: { type: 'json' },
  });
  return manifest.commands;
}

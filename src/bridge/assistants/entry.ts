import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, win32 } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { membersOf } from '../../base/json/object.ts';

/** What an assistant starts: the absolute path of a program, and its arguments. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** An entry as it stands in an assistant's configuration. */
export interface AssistantEntry extends Launch {
  readonly env: Readonly<Record<string, string>>;
}

/** The program that is running now. */
export interface RunningProgram {
  /** Path of the running Node that stays (`base/paths/lasting-path.ts`). */
  readonly node: string;
  /** The same of the entry file that it runs. */
  readonly entryFile: string;
}

/** How an assistant starts the bridge of this installation, with these flags of it. */
export function launchOf({ node, entryFile }: RunningProgram, flags: readonly string[]): Launch {
  return { command: node, args: [entryFile, 'mcp', ...flags] };
}

/**
 * The new content of an entry that was there: of its flags those stay that the new ones do not set.
 * New ones are written as one word each, or as a name and its value.
 */
export function renewed(launch: Launch, found: AssistantEntry): Launch {
  return { command: launch.command, args: [...launch.args, ...keptFlags(launch, found)] };
}

/** The flags of an entry that a new launch does not set. */
export function keptFlags(launch: Launch, found: AssistantEntry): readonly string[] {
  const added = launch.args.slice(launch.args.indexOf('mcp') + 1);
  const kept = found.args.slice(found.args.indexOf('mcp') + 1);
  return added
    .filter((word) => word.startsWith('--'))
    .map((word) => word.split('=', 1)[0] ?? word)
    .reduce<readonly string[]>(withoutFlag, kept);
}

/** The value of a flag that an entry gives the bridge; undefined without it. */
export function flagOf(launch: Launch, name: string): string | undefined {
  return flagsOf(launch, name)[0];
}

/** The values of a flag that an entry may give the bridge several times. */
export function flagsOf({ args }: Launch, name: string): readonly string[] {
  const values = args.map((word, at) => {
    if (word === name) return args[at + 1];
    return word.startsWith(`${name}=`) ? word.slice(name.length + 1) : undefined;
  });
  return values.filter((value) => value !== undefined);
}

/** The words without every use of a flag, with its value where that is a word of its own. */
function withoutFlag(words: readonly string[], name: string): readonly string[] {
  return words.filter((word, at) => {
    if (word === name || word.startsWith(`${name}=`)) return false;
    return words[at - 1] !== name || word.startsWith('--');
  });
}

/** Reads an entry; undefined where it starts no program (a remote server, or something else). */
export function readEntry(value: unknown): AssistantEntry | undefined {
  const { command: program, args: others = [], env, environment } = membersOf(value);
  // opencode has program and arguments in one list, and `environment` for what others call `env`.
  const [command, args] = isTextList(program) ? [program[0], program.slice(1)] : [program, others];
  if (typeof command !== 'string' || !isTextList(args)) return undefined;
  const texts = Object.entries(membersOf(env ?? environment)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { command, args, env: Object.fromEntries(texts) };
}

/**
 * Whether an entry starts the bridge of fleet, of this installation or another one. The name of the
 * entry does not matter.
 */
export function isFleetEntry(value: unknown, entryFile: string): boolean {
  const entry = readEntry(value);
  if (entry === undefined) return false;
  const [file, word] = entry.args;
  if (word === 'mcp' && file !== undefined) {
    const isPackage = /[\\/]@fleet-cloud[\\/]cli[\\/]bin[\\/]run\.js$/.test(file);
    return file === entryFile || isPackage || isInClone(file);
  }
  return file === 'mcp' && /^fleet(\.cmd|\.exe)?$/.test(win32.basename(entry.command));
}

/** How an entry of fleet looks in a text that cannot be parsed: its program beside the word `mcp`. */
const MARKS = [
  /[\\/]@fleet-cloud[\\/]+cli[\\/]/,
  /[\\/]run\.js["'][,\s]*["']mcp["']/,
  /["'\\/]fleet(\.cmd|\.exe)?["'][\s\S]{0,200}?["']mcp["']/,
];

/** Whether the text of a broken configuration seems to have an entry of fleet. */
export function mayHoldFleetEntry(text: string, entryFile: string): boolean {
  const written = [entryFile, JSON.stringify(entryFile).slice(1, -1)];
  return MARKS.some((mark) => mark.test(text)) || written.some((path) => text.includes(path));
}

/** Whether a file is in a clone of this package, in a folder of any name. */
function isInClone(file: string): boolean {
  if (!isAbsolute(file)) return false;
  try {
    const text = readFileSync(join(dirname(dirname(file)), 'package.json'), 'utf8');
    return membersOf(JSON.parse(text))['name'] === manifest.name;
  } catch {
    return false;
  }
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

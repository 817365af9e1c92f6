import manifest from '../../../oclif.manifest.json' with { type: 'json' };
import snapshot from '../../../src/client/catalogue/snapshot.json' with { type: 'json' };
import { commandName } from '../../../src/commands/operation/command-name.ts';
import { fieldsOf } from '../../../src/flags/fields.ts';
import { toFlagDescriptors } from '../../../src/flags/flag-descriptors.ts';
import { isReservedFlag } from '../../../src/flags/reserved.ts';

interface Command {
  readonly flags: Readonly<Record<string, { readonly allowNo?: boolean }>>;
}

const COMMANDS = manifest.commands as Readonly<Record<string, Command>>;

/** Flags of every operation by its name as a command. */
const OPERATIONS = new Map(
  snapshot.tools.map(({ input_schema, name }) => [
    commandName(name),
    new Set(toFlagDescriptors(fieldsOf(input_schema)).flatMap(spellings)),
  ]),
);

/** What is wrong with the commands of `fleet` in a text: words and flags that do not exist. */
export function unknownIn(text: string): readonly string[] {
  // A user or database of that name stands before the command.
  return [
    ...text.matchAll(
      /(?<![\w./@-])fleet(?! (?:-- )?fleet\b)((?:[ ]+(?:'[^'\n]*'|"[^"\n]*"|[^\s|;&)'"]+)+)+)/g,
    ),
  ]
    .map((match) => (match[1] ?? '').match(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g) ?? [])
    .flatMap((words) => faultsOf(words).map((fault) => `fleet ${words.join(' ')}: ${fault}`));
}

/** Whether some command or operation has this flag. */
export function isFlagOfAny(flag: string): boolean {
  const ours = Object.values(COMMANDS).some((command) => hasFlag(command, flag));
  return ours || isOperationFlag(flag, [...OPERATIONS.keys()]);
}

function faultsOf(words: readonly string[]): readonly string[] {
  const isWord = words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  const path = isWord === -1 ? words : words.slice(0, isWord);
  if (path.length === 0) return words[0]?.startsWith('-') ? flagFaults(undefined, words) : [];
  if (path[0] === 'cloud' && path.length > 1 && path[1] !== 'refresh') {
    return operationFaults(path[1] ?? '', words.slice(2));
  }
  const id = path
    .map((_, index) => path.slice(0, path.length - index).join(':'))
    .find((each) => each in COMMANDS);
  if (id === undefined) {
    const isTopic = Object.keys(COMMANDS).some((known) => known.startsWith(`${path.join(':')}:`));
    return isTopic || path.join(' ') === 'help' ? [] : ['no such command'];
  }
  const end = words.indexOf('--');
  const [own, passed] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end + 1)];
  const ofEach = id === 'each' && /^[a-z]/.test(passed[0] ?? '');
  return [
    ...flagFaults(COMMANDS[id], own),
    ...(ofEach ? operationFaults(passed[0] ?? '', passed.slice(1)) : []),
  ];
}

function operationFaults(name: string, words: readonly string[]): readonly string[] {
  if (!OPERATIONS.has(name)) return ['no such operation'];
  return flagsOf(words)
    .filter((flag) => !isOperationFlag(flag, [name]))
    .map((flag) => `no flag --${flag}`);
}

function flagFaults(command: Command | undefined, words: readonly string[]): readonly string[] {
  return flagsOf(words)
    .filter((flag) => flag !== 'help' && flag !== 'version')
    .filter((flag) => command === undefined || !hasFlag(command, flag))
    .map((flag) => `no flag --${flag}`);
}

function flagsOf(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => /^--([a-z][\w.-]*)/.exec(word)?.[1] ?? []);
}

function hasFlag({ flags }: Command, flag: string): boolean {
  if (flag in flags) return true;
  return flag.startsWith('no-') && flags[flag.slice('no-'.length)]?.allowNo === true;
}

function isOperationFlag(flag: string, operations: readonly string[]): boolean {
  return isReservedFlag(flag) || operations.some((name) => OPERATIONS.get(name)?.has(flag));
}

function spellings({ allowNo, name }: { readonly allowNo: boolean; readonly name: string }) {
  return allowNo ? [name, `no-${name}`] : [name];
}

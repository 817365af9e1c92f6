import manifest from '../../../oclif.manifest.json' with { type: 'json' };
import { catalogueForHelp } from '../../client/catalogue/read.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { catalogueCacheForHelp } from '../catalogue-cache.ts';
import { catalogueNote } from '../cloud/catalogue-note.ts';
import type { HelpLength } from '../command-line.ts';
import { CONSENT_FLAGS, OUTPUT_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';
import { commandName } from '../operation/command-name.ts';
import type { Runtime } from '../runtime.ts';
import { refuseHelpAsValue } from './forgotten-value.ts';
import { frontPage } from './front-page.ts';
import { type FlagLine, flagRows, helpWidth, paragraph, section, textSection } from './layout.ts';

/** What the manifest says of a command of our own, as far as help shows it. */
interface ManifestCommand {
  readonly id: string;
  readonly summary?: string;
  readonly description?: string;
  /** What follows the words of the command, where its arguments and flags do not say it. */
  readonly usage?: string;
  readonly examples?: readonly string[];
  readonly flags: Readonly<Record<string, FlagLine>>;
  readonly args: Readonly<Record<string, ManifestArg>>;
}

interface ManifestArg {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** Of most commands, and shown last. */
const COMMON_FLAGS = { ...CONSENT_FLAGS, ...OUTPUT_FLAGS, ...SERVICE_FLAGS };

const COMMANDS = manifest.commands as Readonly<Record<string, ManifestCommand>>;

/** What is explained, and how much of it. */
interface HelpRequest {
  /** A command or a topic, as `admin:key`; '' is fleet itself. */
  readonly id: string;
  readonly length: HelpLength;
  /** The words of the command line. */
  readonly argv: readonly string[];
}

/** Prints help about fleet, about a command of our own or about a topic. */
export async function printHelp(
  { argv, id, length }: HelpRequest,
  runtime: Runtime,
): Promise<void> {
  refuseHelpAsValue(argv, (name) => COMMANDS[id]?.flags[name]?.type === 'option');
  await runtime.stdout.write(await helpText(id, length, runtime));
}

async function helpText(id: string, length: HelpLength, runtime: Runtime): Promise<string> {
  const width = helpWidth(runtime);
  const command = COMMANDS[id];
  if (command !== undefined) return commandHelp(command, length, runtime);
  return id === '' ? frontPage(topics(), width) : topicHelp(id, width);
}

async function commandHelp(
  command: ManifestCommand,
  length: HelpLength,
  runtime: Runtime,
): Promise<string> {
  const width = helpWidth(runtime);
  const args = Object.values(command.args);
  const words = command.id.replaceAll(':', ' ');
  const { common, own } = sorted(Object.values(command.flags));
  return [
    paragraph(command.summary ?? '', width),
    section('Usage', [[usageOf(command, words), '']], width),
    section(
      'Arguments',
      args.map(({ name, description }) => [name.toUpperCase(), description ?? '']),
      width,
    ),
    section('Required flags', flagRows(own.filter(isRequired)), width),
    section('Flags', flagRows(own.filter((flag) => !isRequired(flag))), width),
    textSection('Description', command.description, width),
    section(
      'Examples',
      (command.examples ?? []).map((example) => [example, '']),
      width,
    ),
    section('Commands', subcommands(command.id), width),
    command.id === 'cloud' ? await operationsHelp(runtime, width) : '',
    length === 'full' ? section('Common flags', flagRows(common), width) : '',
    length === 'short' && common.length > 0
      ? paragraph(`fleet ${words} --help has the common flags too.`, width)
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The flags that a command has of its own, and those that most commands have. */
function sorted(flags: readonly FlagLine[]) {
  const isCommon = ({ name = '', required }: FlagLine) => required !== true && name in COMMON_FLAGS;
  return {
    common: flags.filter(isCommon),
    own: flags.filter((flag) => !isCommon(flag)),
  };
}

function usageOf({ args, usage }: ManifestCommand, words: string): string {
  if (usage !== undefined) return `fleet ${words} ${usage}`;
  const places = Object.values(args).map(({ name, required }) =>
    required === true ? name.toUpperCase() : `[${name.toUpperCase()}]`,
  );
  return ['fleet', words, ...places, '[flags]'].join(' ');
}

function topicHelp(id: string, width: number): string {
  const usage = ['fleet', ...id.split(':'), 'COMMAND', '[flags]'].join(' ');
  return [section('Usage', [[usage, '']], width), section('Commands', subcommands(id), width)].join(
    '\n',
  );
}

/** What `fleet help` explains at length. */
function topics(): readonly string[] {
  return Object.keys(COMMANDS)
    .filter((id) => id.startsWith('help:'))
    .map((id) => id.slice('help:'.length));
}

/** The operations of the catalogue at hand, whose texts come from a server. */
async function operationsHelp(runtime: Runtime, width: number): Promise<string> {
  const inUse = await catalogueForHelp(catalogueCacheForHelp(runtime), runtime.clock);
  const rows = inUse.operations
    .summaries()
    .map(({ name, summary }): [string, string] => [
      `fleet cloud ${commandName(name)}`,
      sanitiseLine(summary),
    ]);
  const note = catalogueNote(inUse, runtime.clock.now());
  return `${section('Operations', rows, width)}${note === undefined ? '' : `\n${paragraph(note, width)}`}`;
}

/** The commands below an id, with their summaries. */
function subcommands(id: string): readonly (readonly [string, string])[] {
  return Object.values(COMMANDS)
    .filter((command) => command.id.startsWith(`${id}:`))
    .map((command) => [`fleet ${command.id.replaceAll(':', ' ')}`, command.summary ?? '']);
}

function isRequired(flag: FlagLine): boolean {
  return flag.required === true;
}

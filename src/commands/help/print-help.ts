import manifest from '../../../oclif.manifest.json' with { type: 'json' };
import { catalogueForHelp } from '../../client/catalogue/read.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { catalogueCacheForHelp } from '../catalogue-cache.ts';
import { catalogueNote } from '../cloud/catalogue-note.ts';
import { commandName } from '../operation/command-name.ts';
import type { Runtime } from '../runtime.ts';
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

const COMMANDS = manifest.commands as Readonly<Record<string, ManifestCommand>>;

/** Prints help about a command of our own or a topic by its id, or about fleet where it is ''. */
export async function printHelp(id: string, runtime: Runtime): Promise<void> {
  const command = COMMANDS[id];
  const text =
    command === undefined ? topicHelp(id, helpWidth(runtime)) : await commandHelp(command, runtime);
  await runtime.stdout.write(text);
}

async function commandHelp(command: ManifestCommand, runtime: Runtime): Promise<string> {
  const width = helpWidth(runtime);
  const args = Object.values(command.args);
  const words = command.id.replaceAll(':', ' ');
  const flags = Object.values(command.flags);
  return [
    paragraph(command.summary ?? '', width),
    section('Usage', [[usageOf(command, words), '']], width),
    section(
      'Arguments',
      args.map(({ name, description }) => [name.toUpperCase(), description ?? '']),
      width,
    ),
    section('Required flags', flagRows(flags.filter(isRequired)), width),
    section('Flags', flagRows(flags.filter((flag) => !isRequired(flag))), width),
    textSection('Description', command.description, width),
    section(
      'Examples',
      (command.examples ?? []).map((example) => [example, '']),
      width,
    ),
    section('Commands', subcommands(command.id), width),
    command.id === 'cloud' ? await operationsHelp(runtime, width) : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function usageOf({ args, usage }: ManifestCommand, words: string): string {
  if (usage !== undefined) return `fleet ${words} ${usage}`;
  const places = Object.values(args).map(({ name, required }) =>
    required === true ? name.toUpperCase() : `[${name.toUpperCase()}]`,
  );
  return ['fleet', words, ...places, '[flags]'].join(' ');
}

function topicHelp(id: string, width: number): string {
  const usage = ['fleet', ...id.split(':'), 'COMMAND', '[flags]'].filter((word) => word !== '');
  return [
    id === '' ? 'See and operate the machines of a Fleet Cloud organisation.\n' : '',
    section('Usage', [[usage.join(' '), '']], width),
    section('Commands', subcommands(id), width),
    id === ''
      ? section(
          'More',
          [
            ['fleet cloud', 'lists the operations; each is a command'],
            ['fleet COMMAND --help', 'explains a command'],
          ],
          width,
        )
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
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
    .filter((command) => id === '' || command.id.startsWith(`${id}:`))
    .map((command) => [`fleet ${command.id.replaceAll(':', ' ')}`, command.summary ?? '']);
}

function isRequired(flag: FlagLine): boolean {
  return flag.required === true;
}

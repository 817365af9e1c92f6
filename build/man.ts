// Writes the manual page from the help: `node build/man.ts [FILE]`, by default dist/man/fleet.1.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentsText } from '../src/commands/help/agents-text.ts';
import { type FlagLine, flagRows } from '../src/commands/help/layout.ts';
import { COMMANDS } from '../src/commands/registry.ts';
import { wrapped } from '../src/terminal/wrap.ts';

const TEXT_WIDTH = 72;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

interface Described {
  readonly id: string;
  readonly summary?: string;
  readonly description?: string;
  readonly usage?: string;
  readonly examples?: readonly string[];
  readonly flags: Readonly<Record<string, FlagLine>>;
  readonly args: Readonly<Record<string, { readonly name: string; readonly required?: boolean }>>;
}

const { version } = read('package.json');
const described = Object.values<Described>(read('oclif.manifest.json').commands);
const commands = described.filter(({ id }) => !id.startsWith('help:'));
const topics = Object.keys(COMMANDS).filter((id) => id.startsWith('help:'));

const page = [
  `.TH FLEET 1 "" "fleet ${version}" "Fleet Cloud"`,
  '.SH NAME',
  'fleet \\- see and operate the machines of a Fleet Cloud organisation',
  '.SH SYNOPSIS',
  '.B fleet',
  '\\fICOMMAND\\fR [\\fIflags\\fR]',
  '.SH DESCRIPTION',
  'Each operation that the service offers is a command below',
  '.BR "fleet cloud" ;',
  '.B fleet cloud \\-\\-help',
  'lists them. The other commands follow; after them come the topics of',
  '.BR "fleet help" .',
  '.SH COMMANDS',
  ...commands.flatMap(commandLines),
  ...(await Promise.all(topics.map(topicLines))).flat(),
  '',
].join('\n');

const target = resolve(process.argv[2] ?? join(root, 'dist', 'man', 'fleet.1'));
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, page);

function commandLines(command: Described): readonly string[] {
  const { args, description, examples = [], flags, id, summary = '', usage } = command;
  const places = Object.values(args).map(({ name, required }) =>
    required === true ? name.toUpperCase() : `[${name.toUpperCase()}]`,
  );
  const words = ['fleet', ...id.split(':'), ...(usage === undefined ? places : [usage])].join(' ');
  return [
    `.SS ${quoted(words)}`,
    escaped(summary),
    ...(description === undefined ? [] : ['.PP', escaped(description)]),
    ...flagRows(Object.values(flags)).flatMap(([name, text]) => [
      '.TP',
      `.B ${escaped(name)}`,
      escaped(text),
    ]),
    ...(examples.length === 0 ? [] : ['.PP', '.nf', ...examples.map(escaped), '.fi']),
  ];
}

/** A topic as the program prints it, in a section of its own. */
async function topicLines(id: string): Promise<readonly string[]> {
  const title = id.slice('help:'.length).replaceAll('-', ' ').toUpperCase();
  return [`.SH ${quoted(title)}`, '.nf', ...(await linesOf(id)).map(escaped), '.fi'];
}

async function linesOf(id: string): Promise<readonly string[]> {
  const loaded = await COMMANDS[id]?.();
  const text: unknown = Reflect.get(loaded?.default.prototype ?? {}, 'text');
  if (typeof text === 'function') {
    return String(Reflect.apply(text, undefined, [TEXT_WIDTH])).split('\n');
  }
  // The guide for agents is made of the catalogue at hand, and a manual has none.
  if (id !== 'help:agents') throw new Error(`the manual has no text of ${id}`);
  const [, ...lines] = agentsText({ instructions: undefined, operations: [] }).trim().split('\n');
  return lines.flatMap((line) => wrapped(line, TEXT_WIDTH));
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\(dq')}"`;
}

/** Nothing in a text is a request of roff, a hyphen stays one, and a line keeps its first character. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^[.']/gm, '\\&$&')
    .replaceAll('…', '...');
}

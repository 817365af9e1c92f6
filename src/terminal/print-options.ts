import { usageFailure } from '../contract/failure.ts';
import type { RenderOptions } from '../render/format.ts';
import { FORMAT_NAMES, type FormatName } from '../render/format-name.ts';
import { defaultFormat, isFormatName } from '../render/load-format.ts';
import { hasColor, isSet, type Terminal } from './terminal.ts';

/** The flags of a command that decide how its result is printed. */
export interface PrintFlags {
  readonly output?: string | undefined;
  readonly json?: boolean | undefined;
  readonly columns?: string | undefined;
  readonly 'sort-by'?: string | undefined;
  readonly color?: boolean | undefined;
  readonly full?: boolean | undefined;
}

/**
 * The output format: the chosen one, else a table where `--columns` or `--sort-by` shapes one, else by the
 * reader. Throws `Failure` usage.
 */
export function formatName(flags: PrintFlags, terminal: Terminal): FormatName {
  const chosen = chosenFormat(flags, terminal);
  const isByFlag = flags.json === true || flags.output !== undefined;
  if (!isByFlag && shapesIgnored(flags, chosen ?? 'json').length > 0) return 'table';
  return chosen ?? defaultFormat(terminal.stdout.isTerminal);
}

/**
 * The output format that `--json`, `-o` or `FLEET_OUTPUT` chooses; undefined if none does. Throws
 * `Failure` usage.
 */
export function chosenFormat(flags: PrintFlags, terminal: Terminal): FormatName | undefined {
  const { json, output } = flags;
  if (json === true && output !== undefined && output !== 'json') {
    throw usageFailure('Two output formats', `--json is -o json, and -o ${output} was given too.`);
  }
  if (json === true) return 'json';
  const [name, source] =
    output === undefined ? [fromEnvironment(terminal), 'FLEET_OUTPUT'] : [output, '-o'];
  if (name === undefined || isFormatName(name)) return name;
  throw usageFailure(
    'Unknown output format',
    `${source} is ${JSON.stringify(name)}; allowed are ${FORMAT_NAMES.join(', ')}.`,
    adviceForFormat(name),
  );
}

/** Formats of other programs, and what gives the same here. */
const FORMAT_HABITS: Readonly<Record<string, string>> = {
  wide: '-o table --full',
  text: '-o tsv',
  ndjson: '-o jsonl',
  yml: '-o yaml',
  jsonpath: '--query',
  'jsonpath-as-json': '--query',
  'go-template': '--query',
  template: '--query',
  'custom-columns': '-o table --columns',
};

function adviceForFormat(name: string): string | undefined {
  const [word = ''] = name.split('=');
  return Object.hasOwn(FORMAT_HABITS, word) ? `Did you mean ${FORMAT_HABITS[word]}?` : undefined;
}

const SHAPED_BY = {
  columns: ['table', 'csv', 'tsv'],
  'sort-by': ['table', 'csv', 'tsv', 'name'],
} as const satisfies Partial<Record<keyof PrintFlags, readonly FormatName[]>>;

/**
 * Throws `Failure` usage for an empty flag, and for one that the format ignores: a command line that
 * works on a terminal, where a table is printed, must not silently mean something else in a script.
 */
export function refuseUnused(flags: PrintFlags, name: FormatName): void {
  if (flags.columns !== undefined && namesIn(flags.columns).length === 0) {
    throw usageFailure('--columns is empty', 'It takes names of members, as in id,state.');
  }
  const [flag] = shapesIgnored(flags, name);
  if (flag === undefined) return;
  throw usageFailure(
    `--${flag} does not go with the format ${name}`,
    `--${flag} shapes ${SHAPED_BY[flag].join(', ')}; choose one with -o, or select with --query.`,
  );
}

/** Which of the flags that shape rows are given, and mean nothing in this format. */
function shapesIgnored(flags: PrintFlags, name: FormatName): readonly (keyof typeof SHAPED_BY)[] {
  return (['columns', 'sort-by'] as const).filter((flag) => {
    const formats: readonly FormatName[] = SHAPED_BY[flag];
    return flags[flag] !== undefined && !formats.includes(name);
  });
}

/** What the renderers need to know of the reader and of the flags. */
export function renderOptions(flags: PrintFlags, terminal: Terminal): RenderOptions {
  const columns = flags.columns === undefined ? undefined : namesIn(flags.columns);
  const { isTerminal } = terminal.stdout;
  const asked = isTerminal ? undefined : widthIn(terminal);
  return {
    isTerminal,
    width: asked ?? terminal.stdout.columns,
    ...(asked === undefined ? {} : { cutsLines: true }),
    colour: hasColor(terminal.stdout, terminal.environment, flags.color),
    now: terminal.clock.now(),
    isFull: flags.full === true,
    isPlain: isSet(terminal.environment['ACCESSIBLE']),
    ...(columns === undefined ? {} : { columns }),
    ...(flags['sort-by'] === undefined ? {} : { sortBy: flags['sort-by'] }),
  };
}

function namesIn(columns: string): readonly string[] {
  return columns
    .split(',')
    .map((column) => column.trim())
    .filter((column) => column !== '');
}

/** How wide a table in a pipe may be, by `COLUMNS`. */
function widthIn({ environment }: Terminal): number | undefined {
  const { COLUMNS: given = '' } = environment;
  return /^[1-9]\d{0,4}$/.test(given) ? Number(given) : undefined;
}

function fromEnvironment({ environment }: Terminal): string | undefined {
  const name = environment['FLEET_OUTPUT'];
  return name === '' ? undefined : name;
}

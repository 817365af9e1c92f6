/** How an answer becomes text. One file a format; `loadFormat` finds it by its `-o` name. */
export interface Format {
  /** The whole text of one answer, ending with a line end unless it is empty. */
  value(answer: Printable, options: RenderOptions): string | Uint8Array;
  /** Present where rows can be printed as they come, one text a row with its line end. */
  readonly row?: (row: unknown, options: RenderOptions) => string;
}

export interface Printable {
  /** The answer parsed without losing a digit. */
  readonly value: unknown;
  /** The bytes as the service sent them; left out where a query or several pages made the value. */
  readonly bytes?: Uint8Array;
}

export interface RenderOptions {
  /** Whether a person reads: what comes from afar is then made harmless for a terminal. */
  readonly isTerminal: boolean;
  /** Columns of the terminal; lines that a person reads are cut to it. */
  readonly width: number;
  readonly colour: boolean;
  /** `--columns`: members to show, in order; dots reach inside, as in `link.last_sync_at`. */
  readonly columns?: readonly string[];
  /** `--sort-by`: the member that orders the rows. */
  readonly sortBy?: string;
  /** Milliseconds since the epoch: times are shown relative to it to people. */
  readonly now: number;
}

export const FORMAT_NAMES = [
  'table',
  'json',
  'jsonl',
  'yaml',
  'csv',
  'tsv',
  'name',
  'raw',
] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];

/** Each format is loaded when it is used, so that start-up stays light. */
const LOADERS: Readonly<Record<FormatName, () => Promise<Format>>> = {
  table: async () => (await import('./table.ts')).tableFormat,
  json: async () => (await import('./json.ts')).jsonFormat,
  jsonl: async () => (await import('./jsonl.ts')).jsonlFormat,
  yaml: async () => (await import('./yaml.ts')).yamlFormat,
  csv: async () => (await import('./csv.ts')).csvFormat,
  tsv: async () => (await import('./tsv.ts')).tsvFormat,
  name: async () => (await import('./name.ts')).nameFormat,
  raw: async () => (await import('./raw.ts')).rawFormat,
};

/** Whether `name` is one of `-o`. */
export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(LOADERS, name);
}

/** The format of an `-o` name. */
export function loadFormat(name: FormatName): Promise<Format> {
  return LOADERS[name]();
}

/** What is printed where nobody chose: a table or card for a person, JSON for a program. */
export function defaultFormat(isTerminal: boolean): FormatName {
  return isTerminal ? 'table' : 'json';
}

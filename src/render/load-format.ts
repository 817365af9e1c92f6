import type { Format } from './format.ts';
import type { FormatName } from './format-name.ts';
import { jsonFormat } from './json.ts';

/** Each format but the one of scripts is loaded when it is used, so that start-up stays light. */
const LOADERS: Readonly<Record<FormatName, () => Promise<Format>>> = {
  table: async () => (await import('./table.ts')).tableFormat,
  json: async () => jsonFormat,
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

/** The format of an `-o` name; a table on a terminal shows known records in a view of their own. */
export async function loadFormat(name: FormatName, isTerminal = false): Promise<Format> {
  if (name !== 'table' || !isTerminal) return LOADERS[name]();
  return (await import('./views/view-format.ts')).viewFormat;
}

/** What is printed where nobody chose: a table or card for a person, JSON for a program. */
export function defaultFormat(isTerminal: boolean): FormatName {
  return isTerminal ? 'table' : 'json';
}

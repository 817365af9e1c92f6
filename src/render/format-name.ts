/** The formats of `-o`. */
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

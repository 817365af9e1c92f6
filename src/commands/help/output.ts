import { twoColumns, wrapped } from '../../terminal/wrap.ts';
import { TextCommand } from './text-command.ts';

const FORMATS: readonly (readonly [string, string])[] = [
  ['table', 'for people: a table for a list, a card for one thing; default on a terminal'],
  ['json', "the service's answer unchanged; default elsewhere; --json is short for it"],
  [
    'jsonl',
    'each row of a list as a line of JSON, any other answer as one; --all writes them as they come',
  ],
  ['yaml', 'the answer as YAML'],
  ['csv', 'the rows below a head line; --columns chooses the members'],
  ['tsv', 'the rows alone, with tab, line end and \\ inside a value as \\t, \\n, \\r, \\\\'],
  ['name', 'the id of each row, which every command takes and no other row has; else its name'],
  ['raw', 'a string without quotes, anything else as compact JSON; ends with a line end'],
];

const RULES = [
  'On a terminal a table or card shows what a person looks for, and leaves out what is empty and ' +
    'what does not fit; --full shows every member and exact times.',
  'stdout carries the result and nothing else; everything for people goes to stderr.',
  '--query selects by JMESPath from the answer in its own shape; --all follows the pages. In json and ' +
    'yaml they are one document, which the query sees; in jsonl, csv, tsv and name it sees each ' +
    'page, and a list that it gives is rows.',
  'Pages of --all are as large as the service allows; --limit makes them smaller.',
  '--columns and --sort-by alone mean the table, also in a pipe: in full width, or as COLUMNS says.',
  'With --all, csv and tsv have the columns of the first page, since rows are written as they ' +
    'come; --columns names others.',
  'A query that picks lists, such as jobs[].[id, state], gives each of their items a column; one ' +
    'such row is [counts.[waiting, running]].',
  'csv leaves a text that begins with =, +, - or @ as it is: import the columns as text where the ' +
    'reader is a spreadsheet.',
  'Remote text is stripped of control, escape and direction characters when it is printed for a ' +
    'person.',
  'Errors go to stderr: in words, or as {"error": {"code", "title", "detail", "status", ' +
    '"request_id", "exit_code", …}} where JSON is the format.',
];

export default class HelpOutput extends TextCommand {
  static override readonly summary = 'Output formats, and what goes where.';

  protected text(width: number): string {
    const formats = twoColumns(FORMATS, { width, nameMax: 10 });
    return ['-o FORMAT', ...formats, '', ...RULES.flatMap((rule) => wrapped(rule, width))].join(
      '\n',
    );
  }
}

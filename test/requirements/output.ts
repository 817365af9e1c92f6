import type { Section } from './entry.ts';

const source = 'interface: Output';

/** What the program prints: formats, columns, paging, terminal and pipe. */
export const OUTPUT = {
  'UI-formats': {
    source,
    text: 'Output formats; --json is -o json.',
    values: ['table', 'json', 'jsonl', 'yaml', 'csv', 'tsv', 'name', 'raw'],
  },
  'UI-query': {
    source,
    text: '--query is JMESPath; a wrong one is refused before anything is sent.',
  },
  'UI-query-exact': {
    source,
    text: 'In --query numbers beyond a double are compared by their digits; what cannot be done with them is an error.',
  },
  'UI-query-long': {
    source,
    text: 'A --query of any length is refused at once where it is not valid or nested too deeply.',
  },
  'UI-query-names': {
    source: 'issue 15: Done when',
    text: 'A --query that compares something with a name that nothing has, or a number, boolean or null with a text of it, is a failure: with != it would choose everything.',
  },
  'UI-query-note': {
    source: 'issue 15: Done when',
    text: 'Where --query selects nothing because the response has no such member, stderr says what there is; where it selects something by a member beside a value that nothing has, which one.',
  },
  'UI-output-stdout': {
    source,
    text: 'stdout carries the result and nothing else.',
  },
  'UI-output-bytes': {
    source,
    text: 'Not on a terminal: the answer of the service byte for byte.',
  },
  'UI-output-numbers': {
    source,
    text: 'Numbers beyond 2^53 survive, with --query and --all too.',
    example: '9007199254740993',
  },
  'UI-output-all': {
    source,
    text: '--all: json is one document, jsonl streamed rows; a repeated cursor is an error.',
  },
  'UI-output-line-end': {
    source,
    text: 'Everything on stdout ends with a line end, a string of -o raw and the answer of the service too.',
  },
  'UI-output-shaped': {
    source,
    text: '--columns and --sort-by without -o mean the table, also in a pipe: in full width, or COLUMNS.',
  },
  'UI-output-all-page-size': {
    source,
    text: 'Pages of --all are as large as the schema allows unless a limit was given.',
  },
  'UI-many-lines': {
    source: 'interface: Output',
    text: 'A card and YAML take little more memory than their texts have, also where one has millions of lines.',
  },
  'UI-yaml-readers': {
    source: 'interface: Output',
    text: 'YAML reads as the same document in readers of YAML 1.1: what these take for a line break or refuse is escaped in double quotes.',
  },
  'UI-output-all-query': {
    source,
    text: 'A query sees the answer in its own shape: with json and yaml the whole document of --all, in formats of rows each page; an array it gives is rows.',
  },
  'UI-output-all-wait': {
    source,
    text: 'A Retry-After of up to so many seconds is waited out between the pages of --all, beyond --timeout, and told on stderr.',
    seconds: 60,
  },
  'UI-output-all-memory': {
    source,
    text: '--all as json, jsonl, csv and tsv is streamed in constant memory.',
  },
  'UI-output-all-ends': {
    source,
    text: '--all ends whatever the service answers: with an error where the list would never end; --max-rows N ends it after N rows.',
  },
  'UI-output-goes-on': {
    source,
    text: 'Where a query or a format of rows hides that a list goes on after its first page, stderr says so, but not where a limit or a place was given.',
  },
  'UI-output-unknown-word': {
    source: 'attack: filters of jobs',
    text: 'An empty list of jobs or deliveries that was asked for by a status or outcome that none has says so on stderr, with the words there are.',
  },
  'UI-output-all-columns': {
    source,
    text: 'csv and tsv under --all have the columns of the first page; what comes later is told on stderr.',
  },
  'UI-output-views': {
    source,
    text: 'On a terminal known records have a view that fits: state, title or question, where, when; what tells least goes as the width shrinks; --full shows all.',
  },
  'UI-output-by-rule': {
    source,
    text: 'Unknown records are shown by the same rules without knowledge: state-like, title-like and time-like members first, nothing empty.',
  },
  'UI-output-job-end': {
    source,
    text: 'The end of a followed job is at most so many lines, its state and headline last.',
    linesMax: 12,
  },
  'UI-output-terminal': {
    source,
    text: 'On a terminal the result is a table or a card.',
  },
  'UI-output-sanitised': {
    source,
    text: 'Control, escape and bidi characters of remote text never reach a terminal.',
  },
  'UI-output-errors': {
    source,
    text: 'Errors: what, why, what to do, request id; in JSON mode an error object on stderr.',
    members: ['code', 'title', 'detail', 'status', 'request_id', 'exit_code'],
  },
  'UI-output-color': {
    source,
    text: 'NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, TERM=dumb and CI are honoured.',
  },
  'UI-output-closed-pipe': {
    source,
    text: 'A closed pipe ends with 0; where an end was waited for with its code, and with 8 where that is not known.',
    exit: 0,
  },
} as const satisfies Section;

import type { Section } from './entry.ts';

const flags = 'interface: From JSON Schema to flags';
const output = 'interface: Output';
const exits = 'interface: Exit codes';

/** Flags, input, output and exit codes of the program `fleet`. */
export const INTERFACE = {
  'UI-status': {
    source: 'interface: Commands',
    text: 'fleet status: one screen of who waits, what fails, what is away, what runs; every line ends in a command to paste; JSON in a pipe.',
  },
  'UI-cloud-list': {
    source: 'interface: Commands',
    text: 'fleet cloud lists the operations: class, scope, whether this key has it.',
  },
  'UI-cloud-names': {
    source: 'interface: Commands',
    text: 'snake_case and kebab-case names of an operation both work.',
  },
  'UI-cloud-refresh': {
    source: 'interface: Commands',
    text: 'fleet cloud refresh fetches the catalogue now.',
  },
  'UI-op-prefix': {
    source: 'interface: Commands',
    text: 'An operation named like one of our words is reached as op:<name>.',
  },
  'UI-help-topics': {
    source: 'interface: Commands',
    text: 'fleet help has these topics.',
    topics: ['exit-codes', 'environment', 'output', 'input', 'secrets', 'skills', 'server'],
  },
  'UI-job-answer': {
    source: 'interface: Commands',
    text: 'fleet job answer sends options as such and as the text of answer, before --text; --edit.',
  },
  'UI-follow-action': {
    source: exits,
    text: '--follow follows what the action set going: of answer_job and replay_delivery the job.',
    turnedAway: 9,
  },
  'UI-follow-answered': {
    source: 'issue 13: Deliver 4',
    text: 'A follow ends as soon as the job has, also where its record still has the question that was answered.',
  },
  'UI-follow-output': {
    source: 'interface: Commands',
    text: 'Stretches of live output are joined by the longest overlap, and a gap is marked.',
  },
  'UI-follow-events': {
    source: 'interface: From JSON Schema to flags',
    text: 'With -o jsonl, following writes events, the last with exit_code.',
    events: ['state', 'progress', 'output', 'question', 'end'],
  },
  'UI-follow-live': {
    source: 'interface: Commands',
    text: 'fleet job follow: live state, step and output; asks there and then on a terminal.',
  },
  'UI-agents': {
    source: 'interface: From JSON Schema to flags',
    text: 'Where an agent runs fleet nobody is asked and nothing redrawn; FLEET_NO_INPUT=0 overrules.',
    variables: ['CLAUDECODE', 'CURSOR_AGENT', 'GEMINI_CLI', 'CODEX_SANDBOX', 'AI_AGENT', 'CI'],
  },
  'UI-inbox': {
    source: 'interface: Commands',
    text: 'fleet inbox: on a terminal pick, read, answer, oldest first; elsewhere the list.',
  },
  'UI-logs': {
    source: 'interface: Commands',
    text: 'fleet job logs and fleet logs print plain text, newest last, with --follow as it comes.',
  },
  'UI-each-selector': {
    source: 'interface: Commands',
    text: 'fleet each needs a selector: globs on name or id, names from stdin, conditions; targets are frozen as ids.',
  },
  'UI-each-once': {
    source: 'interface: Commands',
    text: 'fleet each sends to a machine at most once and tells whether it was sent: yes, no or unknown.',
  },
  'UI-each-retry': {
    source: 'interface: Commands',
    text: '--retry-from repeats what the jsonl of an earlier run says was surely not sent, once.',
  },
  'UI-each-rate': {
    source: 'interface: Commands',
    text: 'fleet each stays within the rate limit of a key.',
    requestsPerMinute: 540,
  },
  'UI-each-interrupt': {
    source: 'interface: Commands',
    text: 'Ctrl-C ends fleet each; what was not sent is told as such.',
  },
  'UI-each-reader': {
    source: 'interface: Commands',
    text: 'fleet each and fleet skill push go on where the reader of stdout has gone; stderr and the exit code tell what became of it.',
  },
  'UI-each-confirm': {
    source: 'interface: Confirmation',
    text: 'fleet each is confirmed once, with the list of the machines.',
  },
  'UI-each-rows': {
    source: 'interface: Commands',
    text: 'fleet each: a line per machine as it ends and a summary; with jsonl an object per machine.',
  },
  'UI-each-exit': {
    source: exits,
    text: 'fleet each: 0 where all are 0, else the worst.',
    worstFirst: [1, 4, 7, 9, 5, 11, 6, 2, 10, 8],
  },
  'UI-watch': {
    source: 'interface: Commands',
    text: 'fleet watch keeps a list up to date; --until is 0 when reached, 8 at --follow-timeout.',
    everySeconds: 5,
  },
  'UI-flags-rule-1': {
    source: flags,
    text: 'snake_case becomes kebab-case; a taken or odd name is reached with --arg.',
  },
  'UI-flags-node': {
    source: flags,
    text: 'Flags that Node acts on are never ours and never generated.',
    never: [
      '--env-file',
      '--env-file-if-exists',
      '--experimental-config-file',
      '--experimental-default-config-file',
    ],
  },
  'UI-flags-no-prototype': {
    source: flags,
    text: 'Objects made from flags have no prototype.',
  },
  'UI-flags-rule-2': {
    source: flags,
    text: 'Things may be positional, in required order; twice is exit 2; stdin is never a positional.',
    things: ['machine', 'job', 'skill', 'delivery', 'alert', 'command', 'channel', 'issue'],
  },
  'UI-flags-stdin-untouched': {
    source: flags,
    text: 'stdin is opened only for @-: a while-read loop loses no line.',
  },
  'UI-completion': {
    source: 'interface: Commands',
    text: 'Completion scripts that complete in their shells.',
    shells: ['bash', 'zsh', 'fish', 'powershell'],
  },
  'UI-flags-rule-3': {
    source: flags,
    text: 'Strict numbers, --no- booleans, enums with choices, repeated lists, dotted objects, maps.',
  },
  'UI-flags-rule-4': {
    source: flags,
    text: '@file, @- and @@ where JSON or text over 1000 characters is taken; --input; one stdin.',
    longTextFrom: 1000,
  },
  'UI-flags-rule-5': {
    source: flags,
    text: 'A default is shown, never sent; nothing in a schema makes an operation unusable.',
  },
  'UI-flags-rule-6': {
    source: flags,
    text: 'Values are checked first: flag, value and what is allowed, exit 2; --no-validate.',
    exit: 2,
  },
  'UI-flags-rule-7': {
    source: flags,
    text: 'Unknown: one more fetch, then did you mean; a run without a cache fetches first.',
    fetchSecondsMax: 3,
  },
  'UI-flags-rule-8': {
    source: flags,
    text: 'list_inbox --all pages through GET /api/v1/inbox when the schema has no offset.',
  },
  'UI-reserved-flags': {
    source: flags,
    text: 'Reserved names are never generated, with their --no- forms and --arg-*.',
    names: [
      'profile',
      'base-url',
      'output',
      'json',
      'query',
      'all',
      'follow',
      'follow-timeout',
      'yes',
      'no-input',
      'dry-run',
      'timeout',
      'quiet',
      'verbose',
      'help',
      'input',
      'arg',
      'validate',
      'schema',
      'example',
      'columns',
      'sort-by',
      'pager',
      'color',
    ],
  },
  'UI-last': {
    source: flags,
    text: "'@last' is the newest job, command, delivery or alert in the answers this profile got; kept per profile and kind, ids only, never in CI, gone after logout.",
  },
  'UI-last-acts': {
    source: flags,
    text: 'For what acts the id found is confirmed by a person; without one it is exit 2 and nothing is sent, also with --yes.',
  },
  'UI-id-beginning': {
    source: flags,
    text: 'A unique beginning of an id is enough on a terminal; several are exit 6 and are named.',
  },
  'UI-cache-key': {
    source: flags,
    text: 'Caches are per base URL and key fingerprint, and hold no key.',
  },
  'UI-cache-stale': {
    source: flags,
    text: 'invalid_request marks the cache stale.',
  },
  'UI-formats': {
    source: output,
    text: 'Output formats; --json is -o json.',
    values: ['table', 'json', 'jsonl', 'yaml', 'csv', 'tsv', 'name', 'raw'],
  },
  'UI-query': {
    source: output,
    text: '--query is JMESPath; a wrong one is refused before anything is sent.',
  },
  'UI-durations': {
    source: flags,
    text: 'Durations are seconds or have a unit.',
    examples: { '30': 30, '90s': 90, '10m': 600, '2h': 7200 },
  },
  'UI-timeout': {
    source: flags,
    text: '--timeout bounds one request with its retries.',
    defaultSeconds: 30,
  },
  'UI-follow-timeout': {
    source: flags,
    text: '--follow-timeout bounds all waiting.',
    defaultSeconds: 720,
  },
  'UI-quiet': { source: flags, text: '--quiet leaves stderr to errors.' },
  'UI-output-stdout': {
    source: output,
    text: 'stdout carries the result and nothing else.',
  },
  'UI-output-bytes': {
    source: output,
    text: 'Not on a terminal: the answer of the service byte for byte.',
  },
  'UI-output-numbers': {
    source: output,
    text: 'Numbers beyond 2^53 survive, with --query and --all too.',
    example: '9007199254740993',
  },
  'UI-output-all': {
    source: output,
    text: '--all: json is one document, jsonl streamed rows; a repeated cursor is an error.',
  },
  'UI-output-line-end': {
    source: output,
    text: 'Everything on stdout ends with a line end, a string of -o raw and the answer of the service too.',
  },
  'UI-output-shaped': {
    source: output,
    text: '--columns and --sort-by without -o mean the table, also in a pipe: in full width, or COLUMNS.',
  },
  'UI-output-all-page-size': {
    source: output,
    text: 'Pages of --all are as large as the schema allows unless a limit was given.',
  },
  'UI-output-all-query': {
    source: output,
    text: 'A query sees the answer in its own shape: with json and yaml the whole document of --all, in formats of rows each page; an array it gives is rows.',
  },
  'UI-output-all-wait': {
    source: output,
    text: 'A Retry-After of up to so many seconds is waited out between the pages of --all, beyond --timeout, and told on stderr.',
    seconds: 60,
  },
  'UI-output-all-memory': {
    source: output,
    text: '--all as json, jsonl, csv and tsv is streamed in constant memory.',
  },
  'UI-output-all-ends': {
    source: output,
    text: '--all ends whatever the service answers: with an error where the list would never end; --max-rows N ends it after N rows.',
  },
  'UI-output-all-columns': {
    source: output,
    text: 'csv and tsv under --all have the columns of the first page; what comes later is told on stderr.',
  },
  'UI-output-views': {
    source: output,
    text: 'On a terminal known records have a view that fits: state, title or question, where, when; what tells least goes as the width shrinks; --full shows all.',
  },
  'UI-output-by-rule': {
    source: output,
    text: 'Unknown records are shown by the same rules without knowledge: state-like, title-like and time-like members first, nothing empty.',
  },
  'UI-output-job-end': {
    source: output,
    text: 'The end of a followed job is at most so many lines, its state and headline last.',
    linesMax: 12,
  },
  'UI-output-terminal': {
    source: output,
    text: 'On a terminal the result is a table or a card.',
  },
  'UI-output-sanitised': {
    source: output,
    text: 'Control, escape and bidi characters of remote text never reach a terminal.',
  },
  'UI-output-errors': {
    source: output,
    text: 'Errors: what, why, what to do, request id; in JSON mode an error object on stderr.',
    members: ['code', 'title', 'detail', 'status', 'request_id', 'exit_code'],
  },
  'UI-output-color': {
    source: output,
    text: 'NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, TERM=dumb and CI are honoured.',
  },
  'UI-output-closed-pipe': {
    source: output,
    text: 'A closed pipe ends with 0.',
    exit: 0,
  },
  'UI-exit-0': { source: exits, text: 'Done, also an empty list.', exit: 0 },
  'UI-exit-1': { source: exits, text: 'Unexpected local failure.', exit: 1 },
  'UI-exit-2': {
    source: exits,
    text: 'Usage; unknown_command only with status 400, with 404 it is 6.',
    exit: 2,
    codes: ['invalid_request', 'invalid_json', 'invalid_args', 'unknown_command', 'unknown_tool'],
  },
  'UI-exit-3': { source: exits, text: 'Declined at a prompt.', exit: 3 },
  'UI-exit-4': {
    source: exits,
    text: 'No usable key.',
    exit: 4,
    codes: ['unauthorized', 'invalid_key'],
  },
  'UI-exit-5': {
    source: exits,
    text: 'Not allowed.',
    exit: 5,
    codes: ['forbidden', 'denied_by_machine', 'plan_limit', 'revoked'],
  },
  'UI-exit-6': {
    source: exits,
    text: 'Not found or ambiguous.',
    exit: 6,
    codes: ['unknown_machine', 'unknown_job', 'not_found', 'ambiguous_machine', 'ambiguous_job'],
  },
  'UI-exit-7': {
    source: exits,
    text: 'Network, or an answer that is not the service, or a redirect.',
    exit: 7,
    codes: ['unavailable', 'internal', 'rate_limited'],
  },
  'UI-exit-8': {
    source: exits,
    text: 'Pending when the wait ended; id printed.',
    exit: 8,
  },
  'UI-exit-9': { source: exits, text: 'The job, command or claim failed.', exit: 9 },
  'UI-exit-10': { source: exits, text: 'A person is needed.', exit: 10 },
  'UI-exit-11': {
    source: exits,
    text: 'Any other conflict.',
    exit: 11,
    codes: ['no_body', 'too_large', 'billing_unavailable'],
  },
  'UI-interrupt': {
    source: 'issue 13: Deliver 1',
    text: 'Ctrl-C ends every wait at once: for a connection, a proxy, a response, a page, a rate limit, the keychain, a drawing, a reader.',
  },
  'UI-exit-130': { source: exits, text: 'Interrupted.', exits: [130, 143] },
  'UI-exit-by-status': {
    source: exits,
    text: 'An unknown code goes by status.',
    table: { 400: 2, 401: 4, 402: 5, 403: 5, 404: 6, 409: 11, 413: 11, 418: 11, 429: 7, 502: 7 },
  },
  'UI-exit-waited': {
    source: exits,
    text: '8, 9 and 10 only where something was waited for; reports of state exit 0.',
  },
} as const satisfies Section;

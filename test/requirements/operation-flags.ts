import type { Section } from './entry.ts';

const source = 'interface: From JSON Schema to flags';

/** How an operation's JSON Schema becomes flags and input of the command line. */
export const OPERATION_FLAGS = {
  'UI-follow-answer': {
    source: 'issue 15: Done when',
    text: 'fleet job follow --wait-for-answer goes on past questions; it ends with 10 where nobody answered in time.',
  },
  'UI-follow-events': {
    source,
    text: 'With -o jsonl, following writes events, the last with exit_code.',
    events: ['state', 'progress', 'output', 'question', 'end'],
  },
  'UI-agents': {
    source,
    text: 'Where an agent runs fleet nobody is asked and nothing redrawn; FLEET_NO_INPUT=0 overrules.',
    variables: ['CLAUDECODE', 'CURSOR_AGENT', 'GEMINI_CLI', 'CODEX_SANDBOX', 'AI_AGENT', 'CI'],
  },
  'UI-flags-rule-1': {
    source,
    text: 'snake_case becomes kebab-case; a taken or odd name is reached with --arg.',
  },
  'UI-flags-node': {
    source,
    text: 'Flags that Node acts on are never ours and never generated.',
    never: [
      '--env-file',
      '--env-file-if-exists',
      '--experimental-config-file',
      '--experimental-default-config-file',
    ],
  },
  'UI-flags-no-prototype': {
    source,
    text: 'Objects made from flags have no prototype.',
  },
  'UI-flags-rule-2': {
    source,
    text: 'Things may be positional, in required order; twice is exit 2; stdin is never a positional.',
    things: ['machine', 'job', 'skill', 'delivery', 'alert', 'command', 'channel', 'issue'],
  },
  'UI-flags-stdin-untouched': {
    source,
    text: 'stdin is opened only for @-: a while-read loop loses no line.',
  },
  'UI-flags-rule-3': {
    source,
    text: 'Strict numbers, --no- booleans, enums with choices, repeated lists, dotted objects, maps.',
  },
  'UI-flags-rule-4': {
    source,
    text: '@file, @- and @@ where JSON or text over 1000 characters is taken; --input; one stdin.',
    longTextFrom: 1000,
  },
  'UI-flags-rule-5': {
    source,
    text: 'A default is shown, never sent; nothing in a schema makes an operation unusable.',
  },
  'UI-flags-rule-6': {
    source,
    text: 'Values are checked first: flag, value and what is allowed, exit 2; --no-validate.',
    exit: 2,
  },
  'UI-flags-rule-7': {
    source,
    text: 'Unknown: one more fetch, then did you mean; a run without a cache fetches first.',
    fetchSecondsMax: 3,
  },
  'UI-flags-rule-8': {
    source,
    text: 'list_inbox --all pages through GET /api/v1/inbox when the schema has no offset.',
  },
  'UI-reserved-flags': {
    source,
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
    source,
    text: "'@last' is the newest job, command, delivery or alert in the answers this profile got; kept per profile and kind, ids only, never in CI, gone after logout.",
  },
  'UI-last-acts': {
    source,
    text: 'For what acts the id found is confirmed by a person; without one it is exit 2 and nothing is sent, also with --yes.',
  },
  'UI-id-beginning': {
    source,
    text: 'A unique beginning of an id is enough on a terminal; several are exit 6 and are named.',
  },
  'UI-cache-key': {
    source,
    text: 'Caches are per base URL and key fingerprint, and hold no key.',
  },
  'UI-cache-stale': {
    source,
    text: 'invalid_request marks the cache stale.',
  },
  'UI-durations': {
    source,
    text: 'Durations are seconds or have a unit.',
    examples: { '30': 30, '90s': 90, '10m': 600, '2h': 7200 },
  },
  'UI-timeout': {
    source,
    text: '--timeout bounds one request with its retries.',
    defaultSeconds: 30,
  },
  'UI-follow-queued': {
    source: 'issue 15: an agent learns that a machine is away',
    text: 'A followed job that its machine has not collected is told as queued.',
  },
  'UI-follow-timeout': {
    source,
    text: '--follow-timeout bounds all waiting.',
    defaultSeconds: 720,
  },
  'UI-quiet': { source, text: '--quiet leaves stderr to errors.' },
} as const satisfies Section;

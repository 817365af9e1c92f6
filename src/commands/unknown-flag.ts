import { Failure } from '../contract/failure.ts';
import { suggest } from '../contract/suggest.ts';
import { sanitiseLine } from '../render/sanitise.ts';
import { RESERVED_FLAGS } from './flag-table.ts';

/** Flags of other programs, and what does the same here. */
const HABITS: Readonly<Record<string, string>> = {
  y: 'yes',
  q: 'quiet',
  v: 'verbose',
  f: 'follow',
  n: 'lines',
  tail: 'lines',
  m: 'machine',
  p: 'profile',
  w: 'follow',
  L: 'limit',
  A: 'all',
  d: 'input',
  wait: 'follow',
  'wait-seconds': 'follow',
  watch: 'follow',
  data: 'input',
  format: 'output',
  jq: 'query',
  jsonpath: 'query',
  filter: 'query',
  where: 'query',
  selector: 'query',
  'field-selector': 'query',
  since: 'query',
  after: 'query',
  created: 'query',
  fields: 'columns',
  sort: 'sort-by',
  debug: 'verbose',
  silent: 'quiet',
  url: 'base-url',
  server: 'base-url',
  context: 'profile',
  concurrency: 'parallel',
  port: 'listen',
  host: 'listen',
  bind: 'listen',
  address: 'listen',
  dir: 'folder',
  force: 'yes',
  'skill-md': 'content',
  content: 'skill-md',
};

/** Flags that take a key elsewhere, where others see it. */
const KEYS: ReadonlySet<string> = new Set(['api-key', 'apikey', 'key']);

/** Flags that answer a question. */
const CONSENT: ReadonlySet<string> = new Set(['y', 'yes', 'force']);

/** Flags that choose rows elsewhere. */
const SELECTS: ReadonlySet<string> = new Set(['filter', 'where', 'selector', 'field-selector']);
const SELECTS_TIMES: ReadonlySet<string> = new Set(['since', 'after', 'created']);
const TIME_EXAMPLE = 'As in --query "jobs[?created_at>\'2026-11-22T06\']".';
const QUERY_EXAMPLE = 'It is JMESPath, as in --query "machines[?status==\'online\']".';

/** A usage failure about a flag that the command does not have; `known` are those that it has, without dashes. */
export function unknownFlag(word: string, known: readonly string[]): Failure {
  const name = word.replace(/=.*/s, '');
  const typed = name.replace(/^-+/, '');
  if (KEYS.has(typed) && known.includes('key-stdin')) {
    return unknown(
      name,
      'A key is never an argument: it is asked for, or read with --key-stdin or --key-file.',
    );
  }
  if (KEYS.has(typed)) {
    return unknown(name, 'A key is never an argument: set FLEET_API_KEY or FLEET_API_KEY_FILE.');
  }
  const habit = Object.hasOwn(HABITS, typed) ? HABITS[typed] : undefined;
  const near = suggest(
    name,
    known.map((flag) => `--${flag}`),
  );
  const meant = habit !== undefined && known.includes(habit) ? `--${habit}` : near[0];
  if (meant !== undefined) {
    return unknown(name, `Did you mean ${meant}?${meant === '--query' ? exampleFor(typed) : ''}`);
  }
  if (CONSENT.has(typed)) return unknown(name, 'Leave it out: nothing is asked.');
  return unknown(name, known.includes('payload') ? inPayload(typed) : ownFlags(known));
}

function unknown(name: string, advice: string): Failure {
  return new Failure('usage', {
    code: 'unknown_flag',
    title: `Unknown flag ${name}`,
    detail: 'This command has no such flag.',
    advice,
  });
}

function exampleFor(typed: string): string {
  if (SELECTS_TIMES.has(typed)) return ` ${TIME_EXAMPLE}`;
  return SELECTS.has(typed) ? ` ${QUERY_EXAMPLE}` : '';
}

/** Which members a skill reads, only its text says. */
function inPayload(typed: string): string {
  return `What a skill reads goes into --payload, as in --payload '{"${sanitiseLine(typed)}": …}'.`;
}

/** More would not be read. */
const OWN_FLAGS_MAX = 12;

/** Which flags it has of its own, those that set one member of another left out. */
function ownFlags(known: readonly string[]): string {
  const own = known.filter((name) => !Object.hasOwn(RESERVED_FLAGS, name) && !name.includes('.'));
  if (own.length === 0) return 'It has none of its own: see --help.';
  if (own.length > OWN_FLAGS_MAX) return 'See -h.';
  return `It takes ${own.map((name) => `--${sanitiseLine(name)}`).join(', ')}: see -h.`;
}

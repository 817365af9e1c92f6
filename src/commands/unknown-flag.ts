import { Failure } from '../contract/failure.ts';
import { suggest } from '../contract/suggest.ts';

/** Flags of other programs, and what does the same here. */
const HABITS: Readonly<Record<string, string>> = {
  y: 'yes',
  q: 'quiet',
  v: 'verbose',
  f: 'follow',
  m: 'machine',
  p: 'profile',
  w: 'follow',
  L: 'limit',
  A: 'all',
  d: 'input',
  wait: 'follow',
  watch: 'follow',
  data: 'input',
  format: 'output',
  jq: 'query',
  jsonpath: 'query',
  filter: 'query',
  where: 'query',
  selector: 'query',
  'field-selector': 'query',
  fields: 'columns',
  sort: 'sort-by',
  debug: 'verbose',
  silent: 'quiet',
  url: 'base-url',
  server: 'base-url',
  context: 'profile',
  concurrency: 'parallel',
};

/** Flags that take a key elsewhere, where others see it. */
const KEYS: ReadonlySet<string> = new Set(['api-key', 'apikey', 'key']);

/** Flags that choose rows elsewhere. */
const SELECTS: ReadonlySet<string> = new Set(['filter', 'where', 'selector', 'field-selector']);
const QUERY_EXAMPLE = 'It is JMESPath, as in --query "machines[?status==\'online\']".';

/** A usage failure about a flag that the command does not have; `known` are those that it has, without dashes. */
export function unknownFlag(word: string, known: readonly string[]): Failure {
  const name = word.replace(/=.*/s, '');
  const typed = name.replace(/^-+/, '');
  if (KEYS.has(typed)) {
    return unknown(name, 'A key is never an argument: set FLEET_API_KEY or FLEET_API_KEY_FILE.');
  }
  const habit = Object.hasOwn(HABITS, typed) ? HABITS[typed] : undefined;
  const near = suggest(
    name,
    known.map((flag) => `--${flag}`),
  );
  const meant = habit !== undefined && known.includes(habit) ? `--${habit}` : near[0];
  const example = SELECTS.has(typed) && meant === '--query' ? ` ${QUERY_EXAMPLE}` : '';
  return unknown(name, meant === undefined ? 'See --help.' : `Did you mean ${meant}?${example}`);
}

function unknown(name: string, advice: string): Failure {
  return new Failure('usage', {
    code: 'unknown_flag',
    title: `Unknown flag ${name}`,
    detail: 'This command has no such flag.',
    advice,
  });
}

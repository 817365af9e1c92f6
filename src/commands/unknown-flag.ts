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
  wait: 'follow',
  watch: 'follow',
  format: 'output',
  jq: 'query',
  filter: 'query',
  fields: 'columns',
  sort: 'sort-by',
  debug: 'verbose',
  silent: 'quiet',
  url: 'base-url',
  server: 'base-url',
  context: 'profile',
  concurrency: 'parallel',
};

/** A usage failure about a flag that the command does not have; `known` are those that it has, without dashes. */
export function unknownFlag(word: string, known: readonly string[]): Failure {
  const name = word.replace(/=.*/s, '');
  const typed = name.replace(/^-+/, '');
  const habit = Object.hasOwn(HABITS, typed) ? HABITS[typed] : undefined;
  const near = suggest(
    name,
    known.map((flag) => `--${flag}`),
  );
  const meant = habit !== undefined && known.includes(habit) ? `--${habit}` : near[0];
  return new Failure('usage', {
    code: 'unknown_flag',
    title: `Unknown flag ${name}`,
    detail: 'This command has no such flag.',
    advice: meant === undefined ? 'See --help.' : `Did you mean ${meant}?`,
  });
}

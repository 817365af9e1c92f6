import { kebab } from '../base/text/kebab.ts';
import { Failure } from '../contract/failure.ts';
import { CLASS_OF_OPERATION } from '../contract/operation-class.ts';
import { suggest } from '../contract/suggest.ts';
import { operationByHabit } from './operation/operation-habits.ts';

/** What people type who know other programs, and what does that here. */
const HABITS: Readonly<Record<string, string>> = {
  '-v': '--version',
  '-V': '--version',
  version: '--version',
  login: 'auth login',
  logout: 'auth logout',
  me: 'auth status',
  whoami: 'auth status',
  profile: 'auth status',
  profiles: 'auth status',
  config: 'auth status',
  ls: 'cloud',
  list: 'cloud',
  get: 'cloud',
  describe: 'cloud describe-cloud',
  stats: 'cloud get-stats',
  top: 'status',
  ps: 'watch jobs',
  tail: 'logs',
  run: 'cloud run-skill',
  answer: 'job answer',
  follow: 'job follow',
  edit: 'skill edit',
  push: 'skill push',
  pull: 'skill pull',
  diff: 'skill diff',
  secrets: 'secret list',
  server: 'serve',
  init: 'machine init',
  'machine status': 'cloud list-machines',
};

/** Commands of ours that are also the beginning of others: what follows is no noun of the service. */
const WITH_OTHERS: ReadonlySet<string> = new Set(['machine', 'mcp']);

/** Commands of ours that change something, or start what stays. */
const ACTS =
  /^(admin\b(?!.* list$)|api|auth logout|demo|each|job answer|machine|mcp( install| uninstall)?$|secret (new|resume|discard)|serve|skill (edit|push|pull))/;

/** A usage failure about words that are no command; `ids` are the commands of ours. */
export function unknownCommand(words: readonly string[], ids: readonly string[]): Failure {
  const given = words.slice(0, 3).join(' ');
  const meant = meantCommand(words, ids);
  return new Failure('usage', {
    code: 'unknown_command_name',
    title: `There is no command ${JSON.stringify(given)}`,
    detail: /(^| )-/.test(given) ? 'The command comes first, its flags after it.' : 'See --help.',
    ...(meant === undefined ? {} : { advice: `Did you mean fleet ${withoutEffect(meant)}?` }),
  });
}

/** What is suggested may be pasted as it is, and so never acts. */
function withoutEffect(command: string): string {
  const [, operation] = /^cloud (.+)$/.exec(command) ?? [];
  const name = operation?.replaceAll('-', '_');
  const acts = name === undefined ? ACTS.test(command) : CLASS_OF_OPERATION[name] !== 'read';
  return acts ? `${command} --help` : command;
}

function meantCommand(words: readonly string[], ids: readonly string[]): string | undefined {
  const [first = '', second = ''] = words;
  const both = `${first} ${second}`;
  if (Object.hasOwn(HABITS, both)) return HABITS[both];
  const near = nearCommand(words, ids);
  if (near !== undefined) return near;
  const named = operationOf(first, second) ?? nearOperation(first, second);
  if (named !== undefined) return `cloud ${kebab(named)}`;
  if (WITH_OTHERS.has(first) && words.length > 1) return first;
  if (Object.hasOwn(HABITS, first)) return HABITS[first];
  const habit = operationByHabit(first);
  if (habit !== undefined) return `cloud ${kebab(habit)}`;
  const list = listOf(first);
  if (list !== undefined) return `cloud ${kebab(list)}`;
  const [command] = suggest(
    words.slice(0, 3).join(' '),
    ids.map((id) => id.replaceAll(':', ' ')),
  );
  if (command !== undefined) return command;
  const [operation] = suggest(first, Object.keys(CLASS_OF_OPERATION));
  return operation === undefined ? nearestFirst(first, ids) : `cloud ${kebab(operation)}`;
}

/** The command of ours that begins with the first word and is nearest to the others, as far as they go. */
function nearCommand(
  [first = '', ...others]: readonly string[],
  ids: readonly string[],
): string | undefined {
  const path = [first];
  for (const word of others) {
    const before = `${path.join(':')}:`;
    const next = ids.filter((id) => id.startsWith(before)).map((id) => id.slice(before.length));
    const [near] = suggest(
      word,
      next.map((rest) => rest.split(':', 1)[0] ?? rest),
    );
    if (near === undefined) break;
    path.push(near);
  }
  return path.length === 1 ? undefined : path.join(' ');
}

/** Verbs of kubectl and gh, and those of the operations. */
const VERBS: Readonly<Record<string, string>> = {
  describe: 'get',
  view: 'get',
  show: 'get',
  ls: 'list',
  rm: 'delete',
  remove: 'delete',
};

/** The operation that two words name in either order, as `get jobs` and `job cancel` do. */
function operationOf(first: string, second: string): string | undefined {
  const names = [
    [first, second],
    [second, first],
  ].flatMap(([verb = '', noun = '']) => {
    const does = Object.hasOwn(VERBS, verb) ? VERBS[verb] : verb;
    const lists = does === 'get' ? [`list_${noun}`] : [];
    return [...lists, `${does}_${noun}`, `${does}_${noun}s`];
  });
  return names.find((each) => Object.hasOwn(CLASS_OF_OPERATION, each));
}

/** The same where the verb is mistyped. */
function nearOperation(first: string, second: string): string | undefined {
  for (const [noun, verb] of [
    [first, second],
    [second, first],
  ] as const) {
    const named = Object.keys(CLASS_OF_OPERATION).filter((name) =>
      [`_${noun}`, `_${noun}s`].some((end) => name.endsWith(end)),
    );
    const verbs = named.map((name) => name.split('_', 1)[0] ?? name);
    const [near] = suggest(verb, verbs);
    if (near !== undefined) return named[verbs.indexOf(near)];
  }
  return undefined;
}

/** The operation that lists what a noun names. */
function listOf(noun: string): string | undefined {
  return [`list_${noun}`, `list_${noun}s`].find((name) => Object.hasOwn(CLASS_OF_OPERATION, name));
}

/** What the first word alone may have meant: a whole command line says little of each of its words. */
function nearestFirst(word: string, ids: readonly string[]): string | undefined {
  const firsts = new Set(ids.map((id) => id.split(':', 1)[0] ?? id));
  return suggest(word, [...firsts, '--version'])[0];
}

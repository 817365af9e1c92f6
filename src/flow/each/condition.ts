import { type Failure, usageFailure } from '../../contract/failure.ts';
import { memberOf } from '../../contract/response-member.ts';
import { suggest } from '../../contract/suggest.ts';
import { globMatcher } from './glob.ts';
import { refuseWordForRecord } from './record-member.ts';

/** A condition: a member of the machine's record, and what it has to be or not to be. */
export interface Condition {
  /** Dots reach inside, as in `link.last_sync_at`. */
  readonly path: string;
  readonly isNegated: boolean;
  /** A glob for the member as text. */
  readonly value: string;
}

/** Reads `member=glob` or `member!=glob`. Throws `Failure` usage. */
export function parseCondition(text: string): Condition {
  const [, path, sign, value] = /^([^=!]+?)(!?=)(.*)$/s.exec(text) ?? [];
  if (path !== undefined && value === '') throw emptyValue(path, text);
  if (value !== undefined && isOfAnotherLanguage(value)) throw otherLanguage(text);
  if (path !== undefined && value !== undefined) {
    return { path, isNegated: sign === '!=', value: withoutBraces(value) };
  }
  throw usageFailure(
    'The condition cannot be read',
    `${JSON.stringify(text)} was given; allowed are MEMBER=VALUE and MEMBER!=VALUE, as in status=online.`,
  );
}

/** An empty value is as often a variable that is not set, and with `!=` would select every machine. */
function emptyValue(path: string, text: string): Failure {
  return usageFailure(
    'The condition has no value',
    `${JSON.stringify(text)} was given; allowed are MEMBER=VALUE and MEMBER!=VALUE. ` +
      `Machines without it are ${JSON.stringify(`${path}!=?*`)}.`,
  );
}

/** A script that writes its list as `{a,b}` writes `{a}` where one is left, which to a glob is a text with braces. */
function withoutBraces(value: string): string {
  const [, only] = /^\{([^{},"]+)\}$/.exec(value) ?? [];
  return only === undefined || only.includes('..') ? value : only;
}

/**
 * Whether a value is written as for `--query`, kubectl or a shell: in quotes or blanks, `==`, `=~`, several values or
 * conditions in one. No machine has such a text, so that `!=` would select those that are to be left out.
 */
function isOfAnotherLanguage(value: string): boolean {
  if (/^[=~\s]|\s$/.test(value) || isQuoted(value)) return true;
  // A list of records is compared as JSON.
  if (value.includes('":')) return false;
  return /[[{(,|]['"]/.test(value) || /[,|=]|&&/.test(outsideGroups(value));
}

/** Also in the quotes of a text program or a chat, and in such that a program has put a backslash before. */
function isQuoted(value: string): boolean {
  return /^\\?(['"`]).*\1$/s.test(value) || /^[‘“].*[’”]$/s.test(value);
}

/** What makes a group of the parenthesis behind it. */
const SIGN = /[@!?*+]/;

/** A glob without its groups, and without what a backslash takes as it is. */
function outsideGroups(glob: string): string {
  let [outside, previous, depth] = ['', '', 0];
  for (const character of glob) {
    const isEscaped = previous === '\\';
    const opens = '{['.includes(character) || (character === '(' && SIGN.test(previous));
    previous = isEscaped ? '' : character;
    if (isEscaped) continue;
    if (opens) depth += 1;
    else if (depth > 0 && '}])'.includes(character)) depth -= 1;
    else if (depth === 0) outside += character;
  }
  return outside;
}

function otherLanguage(text: string): Failure {
  return usageFailure(
    'The condition cannot be read',
    `${JSON.stringify(text)} was given; a value stands without quotes and blanks around it, several are {a,b}.`,
    'Each further condition is given by itself. A character of a name that parts values has a \\ before it.',
  );
}

/**
 * The test whether a machine is as all of them say. A list is as they say where one of its items is.
 * Throws `Failure` usage for a glob that cannot be read.
 */
export function conditionTest(conditions: readonly Condition[]): (machine: unknown) => boolean {
  const tests = conditions.map((each) => ({ ...each, fits: globMatcher(each.value) }));
  return (machine) =>
    tests.every(({ fits, isNegated, path, value }) => {
      const texts = textsAt(machine, path);
      // What is null, or not there, has an empty text, which no glob fits.
      const own = value === 'null' ? ['', value] : [value];
      return texts.some((text) => own.includes(text) || fits(text)) !== isNegated;
    });
}

/**
 * Throws `Failure` usage for a member that no machine has, and for a record in it that is compared with a word: with
 * `!=` both would select everything, and else nothing.
 */
export function requireKnownMembers(
  conditions: readonly Condition[],
  machines: readonly unknown[],
): void {
  if (machines.length === 0) return;
  for (const { path, value } of conditions) {
    const values = machines.map((machine) => valueAt(machine, path));
    if (values.every((each) => each === undefined)) throw unknownMember(path, machines);
    refuseWordForRecord({ path, value }, values.flat());
  }
}

function unknownMember(path: string, machines: readonly unknown[]): Failure {
  const members = [...new Set(machines.flatMap(plainMembers))];
  const [suggestion] = suggest(path, members);
  return usageFailure(
    'The condition is about a member that no machine has',
    `${JSON.stringify(path)} was given; machines have ${members.join(', ')}.`,
    suggestion === undefined ? undefined : `Did you mean ${suggestion}?`,
  );
}

function plainMembers(machine: unknown): readonly string[] {
  return typeof machine === 'object' && machine !== null ? Object.keys(machine) : [];
}

function textsAt(machine: unknown, path: string): readonly string[] {
  const value = valueAt(machine, path);
  const values = Array.isArray(value) ? value : [value];
  return values.map((each) =>
    typeof each === 'object' && each !== null ? JSON.stringify(each) : String(each ?? ''),
  );
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce(memberOf, value);
}

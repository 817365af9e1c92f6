import { type Failure, usageFailure } from '../../contract/failure.ts';
import { memberOf } from '../../contract/response-member.ts';
import { suggest } from '../../contract/suggest.ts';
import { globMatcher } from './glob.ts';

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
  if (path !== undefined && value !== undefined) return { path, isNegated: sign === '!=', value };
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

/**
 * The test whether a machine is as all of them say. A list is as they say where one of its items is.
 * Throws `Failure` usage for a glob that cannot be read.
 */
export function conditionTest(conditions: readonly Condition[]): (machine: unknown) => boolean {
  const tests = conditions.map((each) => ({ ...each, fits: globMatcher(each.value) }));
  return (machine) =>
    tests.every(({ fits, isNegated, path, value }) => {
      const texts = textsAt(machine, path);
      return texts.some((text) => text === value || fits(text)) !== isNegated;
    });
}

/**
 * Throws `Failure` usage for a member that no machine has: a mistyped one would select nothing, or
 * with `!=` everything.
 */
export function requireKnownMembers(
  conditions: readonly Condition[],
  machines: readonly unknown[],
): void {
  if (machines.length === 0) return;
  for (const { path } of conditions) {
    if (machines.some((machine) => valueAt(machine, path) !== undefined)) continue;
    const members = [...new Set(machines.flatMap(plainMembers))];
    const [suggestion] = suggest(path, members);
    throw usageFailure(
      'The condition is about a member that no machine has',
      `${JSON.stringify(path)} was given; machines have ${members.join(', ')}.`,
      suggestion === undefined ? undefined : `Did you mean ${suggestion}?`,
    );
  }
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

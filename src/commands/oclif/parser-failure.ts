import type { FlagInput } from '@oclif/core/interfaces';
import { type Failure, usageFailure } from '../../contract/failure.ts';

/** Throws `Failure` usage naming the required flags that were not given. */
export function requireFlags(flags: FlagInput, given: ReadonlyMap<string, unknown>): void {
  const missing = Object.entries(flags)
    .filter(([name, { required }]) => required === true && !given.has(name))
    .map(([name, flag]) => ({ word: `--${name}`, description: described(flag) }));
  if (missing.length > 0) throw missingFailure(missing);
}

/** An error of oclif's parser as `Failure` usage. Its message has flag names and arguments of the user only. */
export function parserFailure(error: unknown): Error {
  const isParser = error instanceof Error && 'oclif' in error;
  if (!isParser) return error instanceof Error ? error : new Error(String(error));
  const missing = missingArguments(error);
  if (missing.length > 0) return missingFailure(missing);
  const [line = ''] = error.message.split('\nSee more help');
  return usageFailure('The command cannot be run like this', line, 'See --help.');
}

/** What help says of a flag, with the values it has where they are few. */
function described({ description, ...flag }: FlagInput[string]): string | undefined {
  const value = 'helpValue' in flag && typeof flag.helpValue === 'string' ? flag.helpValue : '';
  if (!value.includes('|')) return description;
  return `${description ?? ''} Allowed are ${value.replaceAll('|', ', ')}.`.trim();
}

interface Missing {
  readonly word: string;
  readonly description: string | undefined;
}

/** oclif's `RequiredArgsError` has the definitions of what is missing; other errors have the user's arguments. */
function missingArguments(error: Error): readonly Missing[] {
  const args: unknown = 'args' in error ? error.args : undefined;
  if (!Array.isArray(args) || args.some((arg) => typeof arg === 'string')) return [];
  return args.map(({ description, name }: { name: string; description?: string }) => ({
    word: name.toUpperCase(),
    description,
  }));
}

function missingFailure(missing: readonly Missing[]): Failure {
  const words = missing.map(({ word }) => word).join(' and ');
  const lines = missing.map(({ description, word }) => `${word}: ${description ?? 'required.'}`);
  const verb = missing.length === 1 ? 'is' : 'are';
  return usageFailure(`${words} ${verb} missing`, lines.join('\n'), 'See --help.');
}

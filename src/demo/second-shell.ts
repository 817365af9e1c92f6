import { shellQuote } from './shell-words.ts';

/**
 * What to type in a second shell before `fleet` there reaches the demonstration: one line each. The
 * alias names this very program, since a clone has none on its PATH and the Node of the system may
 * be too old for it.
 */
export function secondShellLines(
  program: readonly [string, string],
  variables: Readonly<Record<string, string>>,
): readonly string[] {
  const exports = Object.entries(variables).map(
    ([name, value]) => `export ${name}=${shellQuote(value)}`,
  );
  return [...exports, `alias fleet=${shellQuote(program.map(shellQuote).join(' '))}`];
}

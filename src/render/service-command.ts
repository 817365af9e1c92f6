import { shellWord } from '../base/shells/shell-word.ts';

/** The flags that say which service is meant; undefined where one was not given. */
interface TypedFlags {
  readonly profile?: string | undefined;
  readonly 'base-url'?: string | undefined;
}

/** Those of the command line, of which a process has one. */
let typed: TypedFlags = {};

/** Has each command that is shown from now on go where this one went, whichever service is the chosen one. */
export function keepServiceFlags({ profile, 'base-url': baseUrl }: TypedFlags): void {
  typed = { profile, 'base-url': baseUrl };
}

/** A command of ours to paste, with the flags that name the service of this one. */
export function serviceCommand(words: string): string {
  const flags = Object.entries(typed).flatMap(([name, value]) =>
    value === undefined ? [] : [` --${name} ${shellWord(value)}`],
  );
  return `fleet ${words}${flags.join('')}`;
}

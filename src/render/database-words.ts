import { shellWord } from '../base/shells/shell-word.ts';
import type { DatabaseFlags } from '../contract/advice-step.ts';

/** The flags that name this database, to add to a command: ` --data DIR`; empty for the one without any. */
export function databaseWords({ data, database }: DatabaseFlags = {}): string {
  const words = [
    ...(data === undefined ? [] : ['--data', shellWord(data)]),
    ...(database === undefined ? [] : ['--database', shellWord(database)]),
  ];
  return words.map((word) => ` ${word}`).join('');
}

import type { Runtime } from './runtime.ts';

/**
 * Whether errors are written as JSON: where JSON is asked for, and where nothing is asked for and
 * neither stdout nor stderr is a terminal. Reads the words as typed, because a command line that
 * cannot be parsed has to be answered in the right form as well.
 */
export function wantsJsonErrors(argv: readonly string[], rim: Runtime): boolean {
  const format = typedFormat(argv) ?? rim.environment['FLEET_OUTPUT'];
  if (format !== undefined && format !== '') return format === 'json' || format === 'jsonl';
  return !rim.result.isTerminal && !rim.notes.isTerminal;
}

/** The output format that the words ask for; undefined where they ask for none. */
function typedFormat(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const words = end === -1 ? argv : argv.slice(0, end);
  for (const [at, word] of words.entries()) {
    if (word === '--json') return 'json';
    if (word === '-o' || word === '--output') return words[at + 1];
    const attached = /^(?:--output=|-o=?)(.+)$/.exec(word);
    if (attached !== null) return attached[1];
  }
  return undefined;
}

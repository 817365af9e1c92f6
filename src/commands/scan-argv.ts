/** Whether a flag is among the words before a `--`. */
export function hasFlag(argv: readonly string[], word: string): boolean {
  return beforeEnd(argv).includes(word);
}

/** The value of `--name value` or `--name=value` among the words before a `--`. */
export function flagValue(argv: readonly string[], name: string): string | undefined {
  const words = beforeEnd(argv);
  for (const [at, word] of words.entries()) {
    if (word === `--${name}`) return words[at + 1];
    if (word.startsWith(`--${name}=`)) return word.slice(name.length + 3);
  }
  return undefined;
}

function beforeEnd(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

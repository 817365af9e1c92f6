/** A text as one word of a command line that a person can paste into a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w.:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

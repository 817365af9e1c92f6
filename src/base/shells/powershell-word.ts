/** What PowerShell takes for the end of a single-quoted text: also quotes that a word processor sets. */
const SINGLE_QUOTES = /['\u2018-\u201b]/g;

/**
 * A text as one word for PowerShell. Without quotes it breaks a word that begins with a hyphen at a dot or
 * a colon, makes several of one with commas where the command is a script, as that of npm is, and takes
 * `@` at the beginning for a variable of words. Windows PowerShell still takes double quotes out of what it
 * hands to a program.
 */
export function powershellWord(text: string): string {
  const isPlain = /^[A-Za-z_/\\][\w./\\:+=-]*$|^--?[A-Za-z][\w+=-]*$/.test(text);
  return isPlain ? text : `'${text.replaceAll(SINGLE_QUOTES, '$&$&')}'`;
}

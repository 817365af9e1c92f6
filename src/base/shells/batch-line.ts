/** What cmd.exe and the C library take as it is; anything else goes into double quotes. */
const PLAIN = /^[\w#$*+\-./:?@\\\u0080-\u{10ffff}]+$/u;

/**
 * The arguments of cmd.exe that run a batch file (`.cmd`, `.bat`) with these arguments, to be handed on as
 * they are. A batch file is no program for Windows, and its line is read by cmd.exe and then by the
 * program that it calls: within double quotes no sign of cmd.exe ends the word, a double quote is two, and
 * a percent sign stands behind a variable that is always empty, so that no name of a variable begins.
 * Undefined where there is no way: a line ends at a line end, and nothing holds a NUL.
 */
export function batchArguments(
  file: string,
  args: readonly string[],
): readonly string[] | undefined {
  const words = [file, ...args];
  if (words.some((word) => /[\0\r\n]/.test(word)) || file.includes('"')) return undefined;
  const line = [`"${withoutVariables(file)}"`, ...args.map(batchWord)].join(' ');
  return ['/e:ON', '/v:OFF', '/d', '/s', '/c', `"${line}"`];
}

function batchWord(text: string): string {
  if (PLAIN.test(text) && !text.endsWith('\\')) return text;
  // A backslash is itself but before a double quote, where each needs another one.
  const escaped = text.replaceAll(/(?<!\\)(\\*)"/g, '$1$1""').replace(/(?<!\\)\\+$/, '$&$&');
  return `"${withoutVariables(escaped)}"`;
}

function withoutVariables(text: string): string {
  return text.replaceAll('%', '%%cd:~,%');
}

/** The words of a command line in a variable on Windows, such as `"C:\Program Files\less.exe" -F`. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/(?:"[^"]*"?|[^\s"])+/g)].map(([word]) => word.replaceAll('"', ''));
}

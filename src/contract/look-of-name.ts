/** Of what names consist; other characters look like these, or like nothing at all. */
const PLAIN = /^[\w.:/-]+$/;

/** Whether a name has no character that looks like another, or like nothing at all. */
export function isPlainName(name: string): boolean {
  return PLAIN.test(name);
}

/** How a name looks, without what tells spellings apart: case, separators, and `1` or `I` for `l`. */
export function lookOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[i1]/g, 'l')
    .replaceAll('0', 'o');
}

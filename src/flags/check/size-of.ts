/** Characters of a text or a name that count as one value more. */
const CHARACTERS_A_VALUE = 100;

/**
 * How many values a JSON value holds, itself among them; a long text or name counts as more. Gives
 * something above `most` where there are more, without having looked at all of them.
 */
export function sizeOf(value: unknown, most: number): number {
  const open: unknown[] = [value];
  let size = 0;
  while (open.length > 0 && size + open.length <= most) {
    const node = open.pop();
    size += 1;
    if (typeof node === 'string') size += Math.floor(node.length / CHARACTERS_A_VALUE);
    if (typeof node !== 'object' || node === null) continue;
    const names = Object.keys(node);
    if (size + open.length + names.length > most) return most + 1;
    for (const name of names) {
      if (!Array.isArray(node)) size += Math.floor(name.length / CHARACTERS_A_VALUE);
      open.push(Reflect.get(node, name));
    }
  }
  return size + open.length;
}

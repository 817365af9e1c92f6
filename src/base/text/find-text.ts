/**
 * Looks for `text` in what is told character by character (Knuth, Morris and Pratt): gives how much of its beginning
 * ends with that character. In time of both lengths, where `indexOf` may take their product.
 */
export function textFinder(text: string): (next: string | undefined) => number {
  const borders = bordersOf(text);
  let begun = 0;
  return (next) => {
    while (begun > 0 && (begun === text.length || text[begun] !== next)) {
      begun = borders[begun - 1] ?? 0;
    }
    if (text[begun] === next) begun += 1;
    return begun;
  };
}

/** Where the first `text` in `whole` ends that begins at `from` or later; -1 without one. */
export function endOfFirst(text: string, whole: string, from: number): number {
  if (text === '') return Math.min(from, whole.length);
  if (text.length > whole.length - from) return -1;
  const find = textFinder(text);
  for (let at = from; at < whole.length; at += 1) {
    if (find(whole[at]) === text.length) return at + 1;
  }
  return -1;
}

/** For each beginning of `text` the length of its longest border. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (length > 0 && text[length] !== text[at]) length = borders[length - 1] ?? 0;
    if (text[length] === text[at]) length += 1;
    borders[at] = length;
  }
  return borders;
}

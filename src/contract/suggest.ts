const SUGGESTIONS_MAX = 3;
/** So many pairs of characters are compared: some tenths of a second. Words after that are not looked at. */
const PAIRS_MAX = 5_000_000;

/**
 * The nearest of `words` to a mistyped `word`, best first, at most three; empty where none is near.
 * Words within a third of the length in edits count as near; `_` and `-` are the same here.
 */
export function suggest(word: string, words: Iterable<string>): readonly string[] {
  const typed = comparable(word);
  const editsMax = Math.max(1, Math.floor(typed.length / 3));
  let pairsLeft = PAIRS_MAX;
  const editsTo = (candidate: string): number => {
    const other = comparable(candidate);
    if (Math.abs(typed.length - other.length) > editsMax) return editsMax + 1;
    pairsLeft -= typed.length * other.length;
    return pairsLeft < 0 ? editsMax + 1 : distance(typed, other);
  };
  return [...new Set(words)]
    .map((candidate) => ({ candidate, edits: editsTo(candidate) }))
    .filter(({ edits }) => edits <= editsMax)
    .sort((left, right) => left.edits - right.edits || (left.candidate < right.candidate ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ candidate }) => candidate);
}

function comparable(word: string): string {
  return word.toLowerCase().replaceAll('_', '-').slice(0, 100);
}

/** Edits from `from` to `to` (optimal string alignment: also swapped neighbours). */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let edits = Math.min(
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
      );
      if (row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        edits = Math.min(edits, at(before, column - 2) + 1);
      }
      current.push(edits);
    }
    before = above;
    above = current;
  }
  return at(above, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

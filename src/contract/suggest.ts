const SUGGESTIONS_MAX = 3;

/**
 * The nearest of `words` to a mistyped `word`, best first, at most three; empty where none is near.
 * Words within a third of the length in edits count as near; `_` and `-` are the same here.
 */
export function suggest(word: string, words: Iterable<string>): readonly string[] {
  const typed = comparable(word);
  const editsMax = Math.max(1, Math.floor(typed.length / 3));
  return [...new Set(words)]
    .map((candidate) => ({ candidate, edits: distance(typed, comparable(candidate), editsMax) }))
    .filter(({ edits }) => edits <= editsMax)
    .sort((left, right) => left.edits - right.edits || (left.candidate < right.candidate ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ candidate }) => candidate);
}

function comparable(word: string): string {
  return word.toLowerCase().replaceAll('_', '-').slice(0, 100);
}

/** Edits from `from` to `to` (optimal string alignment: also swapped neighbours), or more than `max`. */
function distance(from: string, to: string, max: number): number {
  if (Math.abs(from.length - to.length) > max) return max + 1;
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

/** What a segment of output adds to what is known of it. */
export interface AddedOutput {
  readonly text: string;
  /** Whether something between what was known and this may be missing. */
  readonly isGap: boolean;
}

/**
 * What `segment`, the newest end of an output, adds to `known`, an earlier one. The service gives no
 * position, so the longest end of `known` that `segment` begins with counts as the same text.
 */
export function addedOutput(known: string, segment: string): AddedOutput {
  const shared = overlap(known, segment);
  const isGap = shared === 0 && known !== '' && segment !== '';
  return { text: segment.slice(shared), isGap };
}

/**
 * What `whole`, the output as its machine keeps it, adds to `known`, what was seen of it since some moment: what
 * was written before that is not new. Where `known` stands in it more than once, the last counts.
 */
export function restOfOutput(known: string, whole: string): AddedOutput {
  const at = whole.startsWith(known) ? 0 : whole.lastIndexOf(known);
  if (at === -1) return addedOutput(known, whole);
  return { text: whole.slice(at + known.length), isGap: false };
}

/** Length of the longest end of `left` that `right` begins with, in time of both lengths. */
function overlap(left: string, right: string): number {
  const end = left.slice(Math.max(0, left.length - right.length));
  const borders = bordersOf(right);
  let length = 0;
  for (let at = 0; at < end.length; at += 1) {
    while (length > 0 && (length === right.length || right[length] !== end[at])) {
      length = borders[length - 1] ?? 0;
    }
    if (right[length] === end[at]) length += 1;
  }
  return length;
}

/** For each beginning of `text` the length of its longest border (Knuth, Morris and Pratt). */
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

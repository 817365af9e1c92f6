import { textFinder } from '../../base/text/find-text.ts';

/** What a segment of output adds to what is known of it. */
export interface AddedOutput {
  readonly text: string;
  /** Whether something between what was known and this may be missing. */
  readonly isGap: boolean;
}

/** A text of so many characters does not come twice by chance where an output is cut anywhere. */
const TELLING_CHARS = 200;

/**
 * What `segment`, the newest end of an output, adds to `known`, an earlier one. The service gives no
 * position, so the longest end of `known` that `segment` begins with counts as the same text, where that is
 * all of one, or long, or whole lines: what is missing between them may begin with the same few characters.
 */
export function addedOutput(known: string, segment: string): AddedOutput {
  const end = known.slice(Math.max(0, known.length - segment.length));
  const shared = placesOf(withoutNul(segment), withoutNul(end)).begun;
  const isSame =
    shared >= Math.min(known.length, segment.length, TELLING_CHARS) ||
    areLines(known.slice(known.length - shared - 1), segment.slice(0, shared));
  return isSame ? { text: segment.slice(shared), isGap: false } : { text: segment, isGap: true };
}

/** Whether a shared text is of whole lines, not all empty; `from` begins with the character before it. */
function areLines(from: string, shared: string): boolean {
  return from.startsWith('\n') && shared.endsWith('\n') && /[^\n]/.test(shared);
}

/**
 * What `whole`, the output as its machine keeps it, adds to `known`, what was seen of it since some moment: what
 * was written before that is not new. Where `known` stands in it more than once, the first counts, so that nothing
 * is left out. Where the machine gives only the newest part, a short `known` may stand there again by chance, as a
 * line of dashes does.
 */
export function restOfOutput(known: string, whole: string, isPart = false): AddedOutput {
  const [seen, kept] = [withoutNul(known), withoutNul(whole)];
  if (isPart && seen.length < TELLING_CHARS) return { text: whole, isGap: true };
  const end = kept.startsWith(seen) ? seen.length : placesOf(seen, kept).firstEnd;
  return end === -1 ? addedOutput(known, whole) : { text: whole.slice(end), isGap: false };
}

/** A service may keep a NUL in a file and not in a piece, where U+FFFD stands in its place. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

/** Where a text stands in another one. */
interface Found {
  /** Where the first of them ends, -1 without one. */
  readonly firstEnd: number;
  /** Length of the longest beginning of it that the other one ends with. */
  readonly begun: number;
}

function placesOf(text: string, whole: string): Found {
  const find = textFinder(text);
  let firstEnd = -1;
  let begun = 0;
  for (let at = 0; at < whole.length; at += 1) {
    begun = find(whole[at]);
    if (begun === text.length && firstEnd === -1) firstEnd = at + 1;
  }
  return { firstEnd, begun };
}

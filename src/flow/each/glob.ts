import { usageFailure } from '../../contract/failure.ts';
import { type GlobPart, type GlobParts, readGlob } from './glob-parts.ts';

/** What repeats or excludes a group takes long for long texts. */
const TEXT_CHARS_MAX = 200;

/**
 * Whether a text has a character that stands for others. Throws `Failure` usage for a range in braces that
 * cannot be read.
 */
export function isGlob(text: string): boolean {
  return readGlob(text).isGlob;
}

/** Whether a glob fits by what is not there: `[!…]` or `!(…)`. Throws as `isGlob` does. */
export function isNegating(glob: string): boolean {
  return readGlob(glob).isNegating;
}

/**
 * Whether a whole text fits the glob, as in bash; an empty one fits none. The texts are those of machines,
 * so that it is found in time of their length. Throws `Failure` usage for a range that cannot be read, and
 * the matcher does for a text of more than 200 characters where the glob has `!(…)`, `*(…)` or `+(…)`.
 */
export function globMatcher(glob: string): (text: string) => boolean {
  const { parts } = readGlob(glob);
  const isCostly = hasCostlyGroup(parts);
  return (text) => {
    if (text === '') return false;
    if (isCostly && text.length > TEXT_CHARS_MAX) throw tooLong(glob, text);
    const characters = Array.from(text);
    return endsOf(parts, new Set([0]), characters).has(characters.length);
  };
}

function hasCostlyGroup(parts: GlobParts): boolean {
  return parts.some(
    (part) =>
      part.kind === 'group' && ('!*+'.includes(part.sign) || part.choices.some(hasCostlyGroup)),
  );
}

function tooLong(glob: string, text: string): Error {
  return usageFailure(
    'The pattern cannot be matched',
    `A machine has a text of ${text.length} characters, and ${JSON.stringify(glob)} is matched with at most ${TEXT_CHARS_MAX}, since it has "!(", "*(" or "+(".`,
  );
}

type Positions = ReadonlySet<number>;

/** Where the parts may end that begin at one of the positions: all at once, so that nothing is tried twice. */
function endsOf(parts: GlobParts, starts: Positions, text: readonly string[]): Positions {
  return parts.reduce((positions, part) => endsOfPart(part, positions, text), starts);
}

function endsOfPart(part: GlobPart, starts: Positions, text: readonly string[]): Positions {
  if (starts.size === 0) return starts;
  switch (part.kind) {
    case 'star':
      return upFrom(starts, text);
    case 'character':
      return new Set([...starts].filter((at) => isOf(part, text[at])).map((at) => at + 1));
    case 'texts':
      return endsOfTexts(part, starts, text);
    case 'group':
      return endsOfGroup(part, starts, text);
  }
}

function isOf(part: GlobPart & { kind: 'character' }, character: string | undefined): boolean {
  return character !== undefined && part.has(character);
}

function upFrom(starts: Positions, { length }: readonly string[]): Positions {
  let first = length;
  for (const at of starts) first = Math.min(first, at);
  return new Set(Array.from({ length: length - first + 1 }, (_, more) => first + more));
}

function endsOfTexts(
  { lengths, values }: GlobPart & { kind: 'texts' },
  starts: Positions,
  text: readonly string[],
): Positions {
  const ends = [...starts].flatMap((at) => lengths.map((length) => [at, at + length] as const));
  const fitting = ends.filter(([from, to]) => values.has(text.slice(from, to).join('')));
  return new Set(fitting.map(([, to]) => to));
}

function endsOfGroup(
  { choices, sign }: GlobPart & { kind: 'group' },
  starts: Positions,
  text: readonly string[],
): Positions {
  const once = (from: Positions): Positions =>
    new Set(choices.flatMap((choice) => [...endsOf(choice, from, text)]));
  switch (sign) {
    case '@':
      return once(starts);
    case '?':
      return new Set([...starts, ...once(starts)]);
    case '+':
      return repeated(once(starts), once);
    case '*':
      return repeated(starts, once);
    case '!':
      return new Set(
        [...starts].flatMap((at) => {
          const from = new Set([at]);
          const taken = once(from);
          return [...upFrom(from, text)].filter((end) => !taken.has(end));
        }),
      );
  }
}

function repeated(starts: Positions, once: (from: Positions) => Positions): Positions {
  const found = new Set(starts);
  for (let fresh = starts; fresh.size > 0; ) {
    fresh = new Set([...once(fresh)].filter((at) => !found.has(at)));
    for (const at of fresh) found.add(at);
  }
  return found;
}

import type { GlobPart, GlobParts } from './glob-parts.ts';

/** 1 for each place of a text that is meant, 0 for the others: it has one more than code units. */
type Positions = Uint8Array;

interface Matched {
  readonly text: string;
  /** Where a character begins, and the end. */
  readonly places: Positions;
}

/** Whether the parts, one after the other from its begin, end where the text does; in time of its length. */
export function endsInText(parts: GlobParts, text: string): boolean {
  const places = placesIn(text);
  return endsOf(parts, only(0, places), { text, places })[text.length] === 1;
}

function placesIn(text: string): Positions {
  const places = new Uint8Array(text.length + 1).fill(1);
  for (const { index } of text.matchAll(/[\u{10000}-\u{10ffff}]/gu)) places[index + 1] = 0;
  return places;
}

function only(at: number, { length }: Positions): Positions {
  const positions = new Uint8Array(length);
  positions[at] = 1;
  return positions;
}

/** Where the parts may end that begin at one of the positions: all at once, so that nothing is tried twice. */
function endsOf(parts: GlobParts, starts: Positions, matched: Matched): Positions {
  return parts.reduce((positions, part) => endsOfPart(part, positions, matched), starts);
}

function endsOfPart(part: GlobPart, starts: Positions, matched: Matched): Positions {
  const first = starts.indexOf(1);
  if (first === -1) return starts;
  switch (part.kind) {
    case 'star':
      return upFrom(first, matched);
    case 'character':
      return endsOfCharacter(part, starts, matched);
    case 'texts':
      return endsOfTexts(part, starts, matched);
    case 'group':
      return endsOfGroup(part, starts, matched);
  }
}

function upFrom(first: number, { places }: Matched): Positions {
  return places.slice().fill(0, 0, first);
}

function endsOfCharacter(
  { has }: GlobPart & { kind: 'character' },
  starts: Positions,
  { places, text }: Matched,
): Positions {
  const ends = new Uint8Array(starts.length);
  for (let at = 0; at < text.length; at += 1) {
    if (starts[at] === 0) continue;
    const end = places[at + 1] === 1 ? at + 1 : at + 2;
    if (has(text.slice(at, end))) ends[end] = 1;
  }
  return ends;
}

function endsOfTexts(
  { lengths, values }: GlobPart & { kind: 'texts' },
  starts: Positions,
  { text }: Matched,
): Positions {
  const ends = new Uint8Array(starts.length);
  for (let at = 0; at < text.length; at += 1) {
    if (starts[at] === 0) continue;
    for (const length of lengths) {
      if (values.has(text.slice(at, at + length))) ends[at + length] = 1;
    }
  }
  return ends;
}

function endsOfGroup(
  { choices, sign }: GlobPart & { kind: 'group' },
  starts: Positions,
  matched: Matched,
): Positions {
  const once = (from: Positions): Positions =>
    choices.map((choice) => endsOf(choice, from, matched)).reduce(either);
  switch (sign) {
    case '@':
      return once(starts);
    case '?':
      return either(starts, once(starts));
    case '+':
      return repeated(once(starts), once);
    case '*':
      return repeated(starts, once);
    case '!':
      return endsOfOthers(starts, once, matched);
  }
}

function endsOfOthers(
  starts: Positions,
  once: (from: Positions) => Positions,
  matched: Matched,
): Positions {
  let ends: Positions = new Uint8Array(starts.length);
  for (let at = starts.indexOf(1); at !== -1; at = starts.indexOf(1, at + 1)) {
    const taken = once(only(at, starts));
    ends = either(ends, without(upFrom(at, matched), taken));
  }
  return ends;
}

function repeated(starts: Positions, once: (from: Positions) => Positions): Positions {
  let found = starts;
  for (let fresh = starts; fresh.includes(1); ) {
    fresh = without(once(fresh), found);
    found = either(found, fresh);
  }
  return found;
}

function either(some: Positions, others: Positions): Positions {
  const both = some.slice();
  for (let at = 0; at < both.length; at += 1) if (others[at] === 1) both[at] = 1;
  return both;
}

function without(some: Positions, others: Positions): Positions {
  const left = some.slice();
  for (let at = 0; at < left.length; at += 1) if (others[at] === 1) left[at] = 0;
  return left;
}

import { usageFailure } from '../../contract/failure.ts';
import { rangeIn } from './glob-range.ts';
import { characterSetAt } from './glob-set.ts';

/** One part of a glob. Names are not paths: a star is every character, `.` and `/` included. */
export type GlobPart =
  | { readonly kind: 'character'; readonly has: (character: string) => boolean }
  | { readonly kind: 'star' }
  | {
      readonly kind: 'texts';
      readonly values: ReadonlySet<string>;
      readonly lengths: readonly number[];
    }
  | { readonly kind: 'group'; readonly sign: GroupSign; readonly choices: readonly GlobParts[] };

export type GlobParts = readonly GlobPart[];

/** How often a group may be there: once, at most once, any number of times, at least once, not at all. */
type GroupSign = '@' | '?' | '*' | '+' | '!';

interface ReadGlob {
  readonly parts: GlobParts;
  /** Whether any character stands for others. */
  readonly isGlob: boolean;
  /** Whether it fits by what is not there: `[!…]` or `!(…)`. */
  readonly isNegating: boolean;
}

/**
 * Reads a glob as bash does with extglob and braces: `*`, `?`, `[…]`, `{a,b}`, `{8..12}`, `@(a|b)` and
 * the like; a backslash takes the next character as it is, and what is not closed stands for itself.
 * Throws `Failure` usage for a range that cannot be read.
 */
export function readGlob(glob: string): ReadGlob {
  return new GlobReader(glob).read();
}

/** Where a part was read, and how many characters it takes. */
interface PartAt {
  readonly part: GlobPart;
  readonly length: number;
}

class GlobReader {
  readonly #characters: readonly string[];
  #isGlob = false;
  #isNegating = false;

  constructor(glob: string) {
    this.#characters = Array.from(glob);
  }

  read(): ReadGlob {
    const parts = this.#partsIn(0, this.#characters.length);
    return { parts, isGlob: this.#isGlob, isNegating: this.#isNegating };
  }

  #partsIn(start: number, end: number): GlobParts {
    const read: GlobPart[] = [];
    for (let at = start; at < end; ) {
      const found = this.#special(at, end);
      if (found !== undefined) this.#isGlob = true;
      const { length, part } = found ?? this.#literal(at, end);
      read.push(part);
      at += length;
    }
    return read;
  }

  #special(at: number, end: number): PartAt | undefined {
    const character = this.#characters[at] ?? '';
    const group = SIGNS.has(character) ? this.#groupAt(at, end) : undefined;
    if (group !== undefined) return group;
    if (character === '*') return { part: { kind: 'star' }, length: 1 };
    if (character === '?') return { part: { kind: 'character', has: () => true }, length: 1 };
    if (character === '[') return this.#setAt(at, end);
    return character === '{' ? this.#bracesAt(at, end) : undefined;
  }

  #setAt(at: number, end: number): PartAt | undefined {
    const set = characterSetAt(this.#characters, at, end);
    if (set === undefined) return undefined;
    if (set.isNegated) this.#isNegating = true;
    return { part: { kind: 'character', has: set.has }, length: set.length };
  }

  #groupAt(at: number, end: number): PartAt | undefined {
    if (this.#characters[at + 1] !== '(') return undefined;
    const marks = this.#marksOf(at + 1, end, { open: '(', close: ')', between: '|' });
    if (marks === undefined) return undefined;
    const sign = this.#characters[at] as GroupSign;
    if (sign === '!') this.#isNegating = true;
    const length = (marks.at(-1) ?? at) + 1 - at;
    return { part: groupOf(sign, this.#choicesOf(marks)), length };
  }

  #bracesAt(at: number, end: number): PartAt | undefined {
    const marks = this.#marksOf(at, end, { open: '{', close: '}', between: ',' });
    if (marks === undefined) return undefined;
    const last = marks.at(-1) ?? at;
    const length = last + 1 - at;
    if (marks.length > 2) return { part: groupOf('@', this.#choicesOf(marks)), length };
    const values = rangeIn(this.#characters.slice(at + 1, last).join(''));
    return values && { part: textsPart(values), length };
  }

  #choicesOf(marks: readonly number[]): readonly GlobParts[] {
    return marks.slice(1).map((mark, index) => {
      const start = (marks[index] ?? 0) + 1;
      refuseBlanks(this.#characters.slice(start, mark).join(''));
      return this.#partsIn(start, mark);
    });
  }

  #literal(at: number, end: number): PartAt {
    const isEscape = this.#characters[at] === '\\' && at + 1 < end;
    const wanted = this.#characters[isEscape ? at + 1 : at];
    const has = (character: string) => character === wanted;
    return { part: { kind: 'character', has }, length: isEscape ? 2 : 1 };
  }

  /** Where a bracket opens, what divides its parts, and where it closes; undefined where it does not. */
  #marksOf(start: number, end: number, { between, close, open }: Brackets) {
    const marks = [start];
    let depth = 0;
    for (let at = start + 1; at < end; at += 1) {
      const character = this.#characters[at];
      if (character === '\\') at += 1;
      else if (character === '[')
        at += (characterSetAt(this.#characters, at, end)?.length ?? 1) - 1;
      else if (character === open) depth += 1;
      else if (character === between && depth === 0) marks.push(at);
      else if (character === close) {
        if (depth === 0) return [...marks, at];
        depth -= 1;
      }
    }
    return undefined;
  }
}

/** `{a, b}` would fit "a" and " b", of which no machine is called the second. */
function refuseBlanks(choice: string): void {
  if (!/^\s|(?<!\\)\s$/.test(choice)) return;
  throw usageFailure(
    'The pattern has a blank beside a choice',
    `One of its choices is ${JSON.stringify(choice)}; they stand without blanks around them, as in {a,b}.`,
    'A blank that is part of a name has a \\ before it.',
  );
}

const SIGNS: ReadonlySet<string> = new Set<GroupSign>(['@', '?', '*', '+', '!']);

interface Brackets {
  readonly open: string;
  readonly close: string;
  readonly between: string;
}

/** A range may have thousands of values, of few lengths. */
function textsPart(values: readonly string[]): GlobPart {
  const lengths = [...new Set(values.map(({ length }) => length))];
  return { kind: 'texts', values: new Set(values), lengths };
}

function groupOf(sign: GroupSign, choices: readonly GlobParts[]): GlobPart {
  return { kind: 'group', sign, choices };
}

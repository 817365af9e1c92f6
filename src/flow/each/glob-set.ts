/** What stands in brackets and how long it is; undefined where no bracket closes it. */
interface CharacterSet {
  readonly has: (character: string) => boolean;
  readonly isNegated: boolean;
  readonly length: number;
}

/**
 * The set that `characters` has between `start` and `end`, as POSIX has it: `!` or `^` negates, `]` is one
 * of the set where it comes first, `[:digit:]` is a class of ASCII, `a-f` a range, a backslash takes the
 * next character as it is.
 */
export function characterSetAt(
  characters: readonly string[],
  start: number,
  end: number,
): CharacterSet | undefined {
  if (characters.lastIndexOf(']', end - 1) <= start) return undefined;
  let at = start + 1;
  const isNegated = characters[at] === '!' || characters[at] === '^';
  if (isNegated) at += 1;
  const tests: CharacterSet['has'][] = [];
  for (let isFirst = true; at < end; isFirst = false) {
    if (characters[at] === ']' && !isFirst) {
      const has = (character: string) => tests.some((test) => test(character)) !== isNegated;
      return { has, isNegated, length: at + 1 - start };
    }
    const named = classAt(characters, at);
    if (named !== undefined) {
      tests.push((character) => named.pattern?.test(character) === true);
      at += named.length;
      continue;
    }
    const from = memberAt(characters, at);
    at += from.length;
    const isRange = characters[at] === '-' && at + 1 < end && characters[at + 1] !== ']';
    const to = isRange ? memberAt(characters, at + 1) : from;
    if (isRange) at += 1 + to.length;
    tests.push((character) => {
      const code = codeOf(character);
      return codeOf(from.character) <= code && code <= codeOf(to.character);
    });
  }
  return undefined;
}

function memberAt(characters: readonly string[], at: number) {
  const isEscaped = characters[at] === '\\' && at + 1 < characters.length;
  const character = characters[isEscaped ? at + 1 : at] ?? '';
  return { character, length: isEscaped ? 2 : 1 };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** A class that does not exist has no character, as in shells. */
function classAt(characters: readonly string[], at: number) {
  if (characters[at] !== '[' || characters[at + 1] !== ':') return undefined;
  const [all = '', name = ''] =
    /^\[:([a-z]+):\]/.exec(characters.slice(at, at + CLASS_CHARS_MAX).join('')) ?? [];
  return name === '' ? undefined : { pattern: CLASSES[name], length: all.length };
}

const CLASS_CHARS_MAX = 12;

const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[A-Za-z0-9]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  cntrl: /[\u0000-\u001f\u007f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  word: /\w/,
  xdigit: /[0-9A-Fa-f]/,
};

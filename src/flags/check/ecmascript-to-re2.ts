/** A pattern as RE2 writes it, and at most how many instructions it has. */
interface Re2Pattern {
  readonly source: string;
  readonly size: number;
}

/** White space of ECMAScript, as the inside of a class; and all that is none. */
const SPACE =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NOT_SPACE =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}' +
  '\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

const TOKEN =
  /\\u\{[\dA-Fa-f]+\}|\\u[dD][89ABab][\dA-Fa-f]{2}\\u[dD][C-Fc-f][\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\[pP]\{[^}]*\}|\\.|\[\^?\]?|\(\?<[^=!>][^>]*>|\(\?.?|\{\d+(?:,\d*)?\}|./gsu;

/**
 * An ECMAScript pattern (flag u, as JSON Schema has it) in the syntax of RE2, or null where RE2 has
 * nothing that means the same. What is wrong in both is left for RE2 to refuse.
 */
export function toRe2(pattern: string): Re2Pattern | null {
  let source = '';
  let atoms = 0;
  let repeats = 1;
  let isInClass = false;
  for (const [token] of pattern.matchAll(TOKEN)) {
    const part = isInClass ? inClass(token) : outside(token);
    if (part === null) return null;
    source += part;
    if (!isInClass) {
      atoms += 1;
      repeats += repeatsOf(token);
    }
    isInClass = isInClass ? !token.endsWith(']') || token.startsWith('\\') : opensClass(token);
  }
  return isInClass ? null : { source, size: 2 * atoms * repeats };
}

function opensClass(token: string): boolean {
  return token === '[' || token === '[^';
}

function repeatsOf(token: string): number {
  return /^\{\d/.test(token) ? Math.max(...(token.match(/\d+/g) ?? []).map(Number)) : 0;
}

function outside(token: string): string | null {
  if (token.startsWith('\\')) return escaped(token, false);
  if (token === '.') return '[^\\n\\r\\x{2028}\\x{2029}]';
  if (token === '[^]') return '[\\x{0}-\\x{10ffff}]';
  if (token.startsWith('(?')) {
    if (token === '(?:') return token;
    return token.startsWith('(?<') && token.endsWith('>') ? '(' : null;
  }
  return ['[]', ']', '{', '}'].includes(token) ? null : token;
}

/** RE2 has classes in classes, so that a bracket in one is escaped. */
function inClass(token: string): string | null {
  if (token.startsWith('\\')) return escaped(token, true);
  return token.replaceAll('[', '\\[');
}

function escaped(token: string, isInClass: boolean): string | null {
  const [, letter = '', ...digits] = token;
  switch (letter) {
    case 's':
    case 'S':
      return wrapped(letter === 's' ? SPACE : NOT_SPACE, isInClass);
    case 'b':
      return isInClass ? '\\x{8}' : token;
    case 'B':
      return isInClass ? null : token;
    case '0':
      return '\\x{0}';
    case 'u':
    case 'x':
      return digits.length === 0 ? null : codePoint(token);
    case 'p':
    case 'P':
      return property(letter, digits.join(''));
    default:
      return /[dDwWtnvfr]|[^\dA-Za-z]/.test(letter) && letter < '\x80' ? token : null;
  }
}

function wrapped(inside: string, isInClass: boolean): string {
  return isInClass ? inside : `[${inside}]`;
}

/** `\xHH`, `\uHHHH`, `\u{…}` and a surrogate pair; half of a pair means nothing to RE2. */
function codePoint(token: string): string | null {
  const units = (token.match(/[\dA-Fa-f]{2,}/g) ?? []).map((hex) => Number.parseInt(hex, 16));
  const [first = -1, second] = units;
  const isPair = second !== undefined;
  const code = isPair ? (first - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000 : first;
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return code < 0 || code > 0x10ffff || isHalf ? null : `\\x{${code.toString(16)}}`;
}

/** General categories, and scripts by name; RE2 knows no other property. */
function property(letter: string, braced: string): string | null {
  const [, category, script] =
    /^\{(?:(?:gc=|General_Category=)?([A-Z][a-z]?)|(?:sc=|Script=)([A-Z]\w+))\}$/.exec(braced) ??
    [];
  const name = category ?? script;
  return name === undefined ? null : `\\${letter}{${name}}`;
}

const PATTERN_CHARS_MAX = 1000;
/** Steps that a match may take at worst: some milliseconds. */
const STEPS_MAX = 5_000_000;

/**
 * Whether `text` matches a schema's pattern (ECMAScript, unicode). A pattern that is not valid, and
 * one that could take long on this text, is not tried and counts as matched: a schema comes
 * from a server, which checks the value anyway.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  if (pattern.length > PATTERN_CHARS_MAX) return true;
  if (worstSteps(pattern, text.length) > STEPS_MAX) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

const TOKEN =
  /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|[*+?]\??|\{(\d+)(,?)(\d*)\}\??|./gsu;

/**
 * An upper bound of the steps a backtracking matcher takes: each repetition can try as many ends as
 * the text has characters. A repeated group that itself repeats or branches has no such bound.
 */
function worstSteps(pattern: string, length: number): number {
  let steps = pattern.startsWith('^') ? 1 : length + 1;
  const groups: { varies: boolean }[] = [];
  let closed: { varies: boolean } | null = null;
  for (const [token, least = '', comma = '', most = ''] of pattern.matchAll(TOKEN)) {
    if (/^\\[1-9k]/.test(token)) return Number.POSITIVE_INFINITY;
    if (token.startsWith('(')) groups.push({ varies: false });
    if (token === '|') markAll(groups);
    if (isQuantifier(token)) {
      if (closed?.varies === true) return Number.POSITIVE_INFINITY;
      const ends = endsOf(token, { least, comma, most, length });
      if (ends > 1) markAll(groups);
      steps *= ends;
    }
    closed = token === ')' ? (groups.pop() ?? null) : null;
  }
  return steps;
}

function markAll(groups: readonly { varies: boolean }[]): void {
  for (const group of groups) group.varies = true;
}

function isQuantifier(token: string): boolean {
  return /^(?:[*+?]|\{\d)/.test(token);
}

function endsOf(
  token: string,
  range: {
    readonly least: string;
    readonly comma: string;
    readonly most: string;
    readonly length: number;
  },
): number {
  if (token.startsWith('?')) return 2;
  if (!token.startsWith('{')) return range.length + 1;
  if (range.comma === '') return 1;
  const most = range.most === '' ? range.length : Number(range.most);
  return Math.max(1, Math.min(most - Number(range.least), range.length) + 1);
}

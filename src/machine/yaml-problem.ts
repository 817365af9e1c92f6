import type { ErrorCode, YAMLError } from 'yaml';

const QUOTED_CHARS_MAX = 40;

/** What is wrong, for who writes settings and knows nothing of the words of YAML's grammar. */
const PROBLEMS: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE: 'within "…" a backslash is written \\\\; within \'…\' it stands for itself',
  BAD_INDENT: 'begins in another column than what it belongs to, or a [ or { above is not closed',
  BLOCK_AS_IMPLICIT_KEY:
    'a setting and its value, NAME: VALUE, cannot be the value of another one on the same line: begin a line below it, further to the right; a text with ": " has to stand in quotes',
  MISSING_CHAR: 'a quote, ] or } is missing, which closes what was opened above',
  MULTILINE_IMPLICIT_KEY: 'must be NAME: VALUE, with a colon and a space',
  MULTIPLE_DOCS: 'a line --- may not stand between settings',
  RESOURCE_EXHAUSTION: 'too many lists and mappings stand within each other',
  TAB_AS_INDENT: 'begins with a tab; only spaces may stand before a setting',
};

/** Says what is wrong with a YAML text where the parser found `error`, without the parser's own words. */
export function yamlProblem({ code, pos: [start, end] }: YAMLError, text: string): string {
  const rest = text.slice(start, Math.max(end, start + 1)).split('\n', 1)[0] ?? '';
  const word = JSON.stringify(rest.slice(0, QUOTED_CHARS_MAX));
  if (code === 'BAD_SCALAR_START') return `a value that begins with ${word} has to stand in quotes`;
  return PROBLEMS[code] ?? (rest === '' ? 'is not valid YAML' : `${word} cannot stand here`);
}

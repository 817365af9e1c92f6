import { type SourceFile, walk } from './source.ts';

/** Words that mean something else here than in the field, each with what to say. */
const FORBIDDEN: ReadonlyMap<string, string> = new Map([
  ['rim', 'runtime'],
  ['desk', 'context, or what it does'],
  ['bell', 'wake signal'],
  ['stretch', 'segment'],
  ['sight', 'poll result'],
  ['house', 'fixture, or what it is'],
  ['mail', 'inbox, or email'],
  ['judge', 'decide, or check'],
]);

/** Columns of the database keep their names. */
const COLUMNS: ReadonlySet<string> = new Set(['mail_to']);

/** Files and folders of `paths` with a forbidden word in their name. */
export function pathWordFindings(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => forbiddenIn(path).map((word) => finding(path, path, word)));
}

/** Names in `files` (of whatever they define or use) with a forbidden word, once a file. */
export function nameWordFindings(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const found = new Map<string, string>();
    walk(file.program, ({ type, name, start }) => {
      const text = String(name);
      if (!/^(Private)?Identifier$/.test(type) || found.has(text) || COLUMNS.has(text)) return;
      for (const word of forbiddenIn(text)) {
        found.set(text, finding(`${file.path}:${file.lineAt(start)}`, text, word));
      }
    });
    return [...found.values()];
  });
}

/** The forbidden words among those of a path, of `kebab-case`, `camelCase` or `UPPER_CASE`. */
function forbiddenIn(name: string): readonly string[] {
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))].filter(isForbidden);
}

/** Also in the plural. */
function isForbidden(word: string): boolean {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some(isListed);
}

function isListed(word: string): boolean {
  return FORBIDDEN.has(word);
}

function finding(where: string, name: string, word: string): string {
  const listed = [...FORBIDDEN.keys()].find((each) => word.startsWith(each)) ?? word;
  const named = where === name ? 'has' : `names ${name} with`;
  return `${where} ${named} the word ${listed}; say ${FORBIDDEN.get(listed)}`;
}

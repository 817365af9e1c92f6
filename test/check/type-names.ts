import { declarationsOf } from './declarations.ts';
import type { SourceFile } from './source.ts';

/** The comment beside a type whose name another file has too, by the path of that file. */
const REASON = /Same name as in (src\/[\w./-]+\.ts): \S/;

interface TypeName {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** The file that the comment beside it names; null without one. */
  readonly namesake: string | null;
}

/**
 * Names that two files of `src/` give to a type of their top level, unless a comment beside all but one
 * says why: `// Same name as in src/a.ts: …`. The name of a class that is a default export does not
 * count, since the file's path is its name.
 */
export function typeNameFindings(files: readonly SourceFile[]): readonly string[] {
  const types = files.filter((file) => file.path.startsWith('src/')).flatMap(typesOf);
  return [...Map.groupBy(types, ({ name }) => name)].flatMap(([name, all]) => [
    ...doubles(name, all),
    ...all.filter(({ path, namesake }) => !isTrue(path, namesake, all)).map(wrongReason),
  ]);
}

function doubles(name: string, all: readonly TypeName[]): readonly string[] {
  const [first, ...others] = all.filter(({ namesake }) => namesake === null);
  return others
    .filter(({ path }) => path !== first?.path)
    .map(({ path, line }) => `${path}:${line} defines the type ${name}, as ${first?.path} does`);
}

function isTrue(path: string, namesake: string | null, all: readonly TypeName[]): boolean {
  return namesake === null || (namesake !== path && all.some((type) => type.path === namesake));
}

function wrongReason({ path, line, name, namesake }: TypeName): string {
  return `${path}:${line} says that ${namesake} has a type ${name}, which it has not`;
}

function typesOf(file: SourceFile): readonly TypeName[] {
  return declarationsOf(file)
    .filter((declaration) => declaration.isType)
    .map(({ name, start }) => ({
      name,
      path: file.path,
      line: file.lineAt(start),
      namesake: namesakeOf(file, start),
    }));
}

/** The file that the comments directly above the statement at `start` or on its line name. */
function namesakeOf({ text, comments }: SourceFile, start: number): string | null {
  let top = start;
  for (const { start: begin, end } of comments.toReversed()) {
    const isAbove = end <= top && /^[^\S\n]*\n?[^\S\n]*$/.test(text.slice(end, top));
    if (isAbove) top = begin;
  }
  const line = `${text}\n`.indexOf('\n', start);
  const beside = comments.filter((comment) => comment.start >= top && comment.start < line);
  const words = beside.map((comment) => comment.value.replace(/\s*\n\s*\*?\s*/g, ' '));
  return REASON.exec(words.join(' '))?.[1] ?? null;
}

import { type SourceFile, walk } from './source.ts';

/** Names of libraries that comments of src name and its code does not use. */
const OF_LIBRARIES: readonly string[] = ['RequiredArgsError', 'ZodError'];

/** A word in `camelCase` or `PascalCase`, as only names of code have them. */
const NAME = /^#?[A-Za-z]+[a-z\d][A-Z]\w*$/;

/** Names in backticks in comments of `src/` that stand nowhere in its code: what they named was renamed. */
export function commentNameFindings(files: readonly SourceFile[]): readonly string[] {
  const own = files.filter(({ path }) => path.startsWith('src/'));
  const names = new Set([...OF_LIBRARIES, ...own.flatMap(namesIn)]);
  return own.flatMap((file) =>
    file.comments.flatMap((comment) =>
      [...comment.value.matchAll(/`([^`]*)`/g)]
        .flatMap((match) => namesOf(match[1] ?? '').map((name) => ({ name, at: match.index })))
        .filter(({ name }) => !names.has(name) && !(name in globalThis))
        .map(
          ({ name, at }) =>
            `${file.path}:${file.lineAt(comment.start + at)} names ${name}, which is nowhere in the code of src`,
        ),
    ),
  );
}

/** Of `name`, `name()`, `object.name` and `name(…)`; nothing of other code. */
function namesOf(code: string): readonly string[] {
  const path = /^[\w#.]+(?=$|\()/.exec(code)?.[0] ?? '';
  return path.split('.').filter((name) => NAME.test(name));
}

/** Every identifier, and every text that is one: names of the wire stand in quotes. */
function namesIn({ program }: SourceFile): readonly string[] {
  const names: string[] = [];
  walk(program, ({ type, name, value }) => {
    if (type === 'PrivateIdentifier') names.push(`#${String(name)}`);
    if (type === 'Identifier') names.push(String(name));
    if (type === 'Literal' && typeof value === 'string') names.push(value);
  });
  return names;
}

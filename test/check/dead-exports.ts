import { posix } from 'node:path';
import { type Declaration, declarationsOf, nameCounts } from './declarations.ts';
import type { SourceFile } from './source.ts';

/**
 * Names that a file of `src/` exports and no other file of the program imports: they lose `export`, or
 * go. A name that its own file uses may be exported for a test. Default exports are those of commands,
 * which a table loads.
 */
export function deadExportFindings(files: readonly SourceFile[]): readonly string[] {
  const importers = importersByName(files);
  return files
    .filter((file) => file.path.startsWith('src/'))
    .flatMap((file) => {
      const counts = nameCounts(file);
      return exportedNames(file).flatMap(({ name, start, again }) => {
        const by = [...(importers.get(`${file.path} ${name}`) ?? [])];
        const byAny = [...(importers.get(`${file.path} *`) ?? [])];
        const reason = reasonOf([...by, ...byAny], !again && (counts.get(name) ?? 0) > 1);
        const where = `${file.path}:${file.lineAt(start)}`;
        return reason === null ? [] : [`${where} exports ${name}, which ${reason}`];
      });
    });
}

function exportedNames(file: SourceFile): readonly Declaration[] {
  return declarationsOf(file).filter(({ exported, name }) => exported && name !== 'default');
}

/** What is wrong with a name that the files `importers` import; null where nothing is. */
function reasonOf(importers: readonly string[], isUsedHere: boolean): string | null {
  if (importers.some((path) => !path.startsWith('test/'))) return null;
  if (importers.length > 0) return isUsedHere ? null : 'only tests use';
  return isUsedHere ? 'only this file uses' : 'nothing uses';
}

/** The files that import a name of a file, by `path name`; with `*` for those that take all of it. */
function importersByName(files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  for (const file of files) {
    for (const { specifier, names } of file.imports) {
      const target = posix.join(posix.dirname(file.path), specifier);
      for (const name of names) {
        const key = `${target} ${name}`;
        importers.set(key, (importers.get(key) ?? new Set()).add(file.path));
      }
    }
  }
  return importers;
}

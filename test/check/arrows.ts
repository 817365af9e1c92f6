import { posix } from 'node:path';
import { ARROWS, type ArrowTable } from './arrow-tables.ts';
import type { ImportOf, SourceFile } from './source.ts';

/** What a folder may import, and what it may reach by dynamic import only (or for types). */
interface Arrows {
  readonly plain: ReadonlySet<string>;
  readonly dynamic: ReadonlySet<string>;
}

/** Data beside `src/` that the program carries in its bundle. */
const ROOT_DATA = new Set(['package.json', 'oclif.manifest.json']);

/** Imports that go against the arrows of the architecture, one line each. */
export function arrowFindings(
  files: readonly SourceFile[],
  table: ArrowTable = ARROWS,
): readonly string[] {
  const arrows = readArrows(table);
  return files
    .filter((file) => file.path.startsWith('src/'))
    .flatMap(({ path, imports }) => {
      const from = arrows.get(folderOf(path));
      if (!from) return [`${path} stands in no folder of the architecture`];
      return imports.flatMap((entry) => {
        const reason = reasonOf(path, from, entry, table);
        return reason === null ? [] : [`${path}:${entry.line} ${reason}`];
      });
    });
}

/** What is wrong with one import; null where nothing is. */
function reasonOf(path: string, arrows: Arrows, entry: ImportOf, table: ArrowTable): string | null {
  const from = folderOf(path);
  if (!entry.specifier.startsWith('.')) {
    const isOpen = table.outside[from]?.test(entry.specifier) ?? true;
    return isOpen ? null : `${from} imports ${entry.specifier}`;
  }
  const target = posix.join(posix.dirname(path), entry.specifier);
  if (!target.startsWith('src/')) return ROOT_DATA.has(target) ? null : `imports ${target}`;
  const to = folderOf(target);
  if (to === from || arrows.plain.has(to)) return null;
  if (!arrows.dynamic.has(to)) return `${from} may not import ${to}`;
  return entry.dynamic || entry.typesOnly
    ? null
    : `${from} may import ${to} by dynamic import only`;
}

function readArrows({ arrows }: ArrowTable): ReadonlyMap<string, Arrows> {
  const lines = arrows.split('\n').filter((line) => line.trim() !== '');
  const rows = lines.flatMap((line) => {
    const [left = '', right = ''] = line.split(/[→⇢]/);
    return namesIn(left).map((from) => ({ from, to: namesIn(right), dynamic: line.includes('⇢') }));
  });
  return new Map(
    [...Map.groupBy(rows, ({ from }) => from)].map(([from, own]) => {
      const named = (dynamic: boolean) =>
        new Set(own.filter((row) => row.dynamic === dynamic).flatMap((row) => row.to));
      return [from, { plain: named(false), dynamic: named(true) }];
    }),
  );
}

/** The names of a list with commas. */
export function namesIn(text: string): readonly string[] {
  return text.split(',').flatMap((name) => name.trim() || []);
}

/** The folder of a path below `src/`; for a file beside the folders, its name without `.ts`. */
function folderOf(path: string): string {
  const [, first = ''] = path.split('/');
  return first.replace(/\.ts$/, '');
}

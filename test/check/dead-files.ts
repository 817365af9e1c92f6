import { posix } from 'node:path';
import { type SourceFile, walk } from './source.ts';

/**
 * Files below `src/` that are reached from no entry: neither from `build/` nor from what `packageText`,
 * the text of package.json, names.
 */
export function deadFileFindings(
  files: readonly SourceFile[],
  packageText: string,
): readonly string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const roots = files.filter(
    ({ path }) => path.startsWith('build/') || packageText.includes(`"./${path}"`),
  );
  const reached = new Set(roots.map((file) => file.path));
  const waiting = [...roots];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const path of namedPaths(file)) {
      const next = byPath.get(path);
      if (next === undefined || reached.has(path)) continue;
      reached.add(path);
      waiting.push(next);
    }
  }
  return files
    .filter((file) => isCode(file.path) && !reached.has(file.path))
    .map((file) => `${file.path} is reached from no entry`);
}

/** Files a file names in an import or in any string, as workers and bundle entries are named. */
function namedPaths(file: SourceFile): readonly string[] {
  const names = new Set(file.imports.map((entry) => entry.specifier));
  walk(file.program, (node) => {
    if (node.type === 'Literal' && /\.(ts|js)$/.test(String(node['value']))) {
      names.add(String(node['value']));
    }
  });
  const folder = posix.dirname(file.path);
  return [...names].flatMap((name) => [posix.join(folder, name), posix.normalize(name)]);
}

function isCode(path: string): boolean {
  return path.startsWith('src/') && !path.endsWith('.d.ts');
}

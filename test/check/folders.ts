import { posix } from 'node:path';

const FOLDER_FILES_MAX = 40;

/** Folders of `src/` and `test/` whose own files no longer fit on a screen. */
export function folderFindings(paths: readonly string[]): readonly string[] {
  const inside = paths.filter((path) => /^(src|test)\//.test(path));
  return [...Map.groupBy(inside, (path) => posix.dirname(path))]
    .filter(([, files]) => files.length > FOLDER_FILES_MAX)
    .map(([folder, files]) => `${folder}/ has ${files.length} files, at most ${FOLDER_FILES_MAX}`);
}

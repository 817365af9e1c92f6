import { posix } from 'node:path';
import { listFiles, readCode } from '../../check/tree.ts';

/** What starts the program under test, which is the one that FLEET_ENTRY names. */
const STARTS_IT = 'test/support/run-fleet.ts';

/** Every test file that starts the program, or imports what does; without what holds the repository itself. */
export function testsOfProgram(): readonly string[] {
  const { files } = readCode(listFiles().filter((path) => path.startsWith('test/')));
  const importers = new Map<string, string[]>();
  for (const { imports, path } of files) {
    for (const { specifier, typesOnly } of imports) {
      if (typesOnly || !specifier.startsWith('.')) continue;
      const target = posix.join(posix.dirname(path), specifier);
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const reached = new Set([STARTS_IT]);
  // A set goes on over what is added to it.
  for (const path of reached) {
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  }
  return [...reached]
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/check/'))
    .sort();
}

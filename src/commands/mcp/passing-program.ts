import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Environment } from '../../base/environment.ts';
import type { RunningProgram } from '../../bridge/assistants/entry.ts';
import type { PassingPlace } from '../../bridge/assistants/passing-path.ts';
import { usageFailure } from '../../contract/failure.ts';

const PLACES: Readonly<Record<PassingPlace, string>> = {
  package_cache: 'the cache of a package runner, which empties it',
  archive: 'an archive that only Yarn opens',
  temporary_folder: 'a folder for temporary files, which is emptied',
};

/**
 * Refuses an entry for a program that will be gone. Throws `Failure` usage, with what to do instead.
 */
export async function refusePassingProgram(
  { entryFile, node }: RunningProgram,
  environment: Environment,
): Promise<void> {
  const { passingPlace } = await import('../../bridge/assistants/passing-path.ts');
  const folders = [tmpdir(), environment['TMPDIR'] ?? '', '/tmp', '/var/tmp'].map(realPath);
  const paths = [
    // The Node of a clone is one of its packages, wherever the clone is.
    { path: node, place: passingPlace(node, []) },
    { path: entryFile, place: passingPlace(entryFile, folders) },
  ];
  for (const { path, place } of paths) {
    if (place === undefined) continue;
    throw usageFailure(
      'The entry would not last',
      `${path} is in ${PLACES[place]}: the assistant would not find it any more.`,
      'Install it for good, in a clone with npm install --global "$(npm pack --silent)", and run fleet mcp install from there.',
    );
  }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

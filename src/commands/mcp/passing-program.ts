import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Environment } from '../../base/environment.ts';
import type { RunningProgram } from '../../bridge/assistants/entry.ts';
import type { PassingPlace } from '../../bridge/assistants/passing-path.ts';
import { type Failure, usageFailure } from '../../contract/failure.ts';

const PLACES: Readonly<Record<PassingPlace, string>> = {
  package_cache: 'the cache of a package runner, which empties it',
  archive: 'an archive that only Yarn opens',
  temporary_folder: 'a folder for temporary files, which is emptied',
};

const FOR_GOOD =
  'Install it for good, in a clone with npm install --global "$(npm pack --silent)", and run fleet mcp install from there.';

/** npm may install into such a folder: there the same once more would end here again. */
const ELSEWHERE =
  'In a clone, run npm install --global --prefix ~/.local "$(npm pack --silent)", or name another folder that stays, and then ~/.local/bin/fleet mcp install.';

/** Why an entry for this program would not last, with what to do instead; undefined where it would. */
export async function passingProgram(
  { entryFile, node }: RunningProgram,
  environment: Environment,
): Promise<Failure | undefined> {
  const { passingPlace } = await import('../../bridge/assistants/passing-path.ts');
  const { TMPDIR } = environment;
  // An empty one would be the working folder.
  const named = TMPDIR === undefined || TMPDIR === '' ? [] : [TMPDIR];
  const folders = [tmpdir(), ...named, '/tmp', '/var/tmp'].map(realPath);
  const paths = [
    // The Node of a clone is one of its packages, wherever the clone is.
    { path: node, place: passingPlace(node, []) },
    { path: entryFile, place: passingPlace(entryFile, folders) },
  ];
  for (const { path, place } of paths) {
    if (place === undefined) continue;
    return usageFailure(
      'The entry would not last',
      `${path} is in ${PLACES[place]}: the assistant would not find it any more.`,
      place === 'temporary_folder' ? ELSEWHERE : FOR_GOOD,
    );
  }
  return undefined;
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

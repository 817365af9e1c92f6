import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Host } from '../host.ts';

/**
 * The words of a command line of `fleet.yaml` as they are run: what begins with `./` is a path in the
 * machine's folder `root`.
 */
export function findProgram(words: readonly string[], root: string): readonly string[] {
  return words.map((word) => (word.startsWith('./') ? join(root, word) : word));
}

/** Why the program of a command line cannot be run on this computer; undefined where it can. */
export async function programProblem(
  [program = '']: readonly string[],
  host: Pick<Host, 'environment'>,
): Promise<string | undefined> {
  if (isAbsolute(program)) {
    return (await canRun(program)) ? undefined : `${program} is no program that can be run`;
  }
  if (program.includes('/')) return `${program} must begin with / or ./, or be on the PATH`;
  const folders = (host.environment['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  for (const folder of folders) if (await canRun(join(folder, program))) return undefined;
  return `${program} is not on the PATH of the machine`;
}

async function canRun(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

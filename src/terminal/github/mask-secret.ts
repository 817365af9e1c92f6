import { realpathSync } from 'node:fs';
import type { Environment } from '../../base/environment.ts';
import { stderrOutput } from '../output.ts';
import { isFile, maskCommands } from './commands.ts';

/**
 * Has a runner of GitHub Actions show no line of a secret, before it is printed. On stderr, since stdout
 * is what a script catches; not where that is a file, in which it would stand.
 */
export async function maskSecret(secret: string, environment: Environment): Promise<void> {
  if (environment['GITHUB_ACTIONS'] !== 'true' || isFile(2)) return;
  await stderrOutput().write(maskCommands(secret));
}

/** Whether a path without links is one of the files of which a runner gives, and shows, the steps behind this one what is in it. */
export function isFileOfRunner(path: string, environment: Environment): boolean {
  return [environment['GITHUB_ENV'], environment['GITHUB_OUTPUT']].some((file) => {
    try {
      return file !== undefined && realpathSync(file) === path;
    } catch {
      return false;
    }
  });
}

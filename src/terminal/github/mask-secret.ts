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

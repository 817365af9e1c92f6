import { thisPlatform } from '../base/platform.ts';
import { endsBySignals } from '../base/processes/system-abilities.ts';

const INTERRUPTED = 130;

/**
 * Ends the process with this exit code. With that of Ctrl-C it ends by the signal itself, which a shell
 * shows as the same code: around a program that took Ctrl-C for itself and exited, a loop would go on.
 * Windows knows the code alone.
 */
export function endProcess(exitCode: number): never {
  if (exitCode === INTERRUPTED && endsBySignals(thisPlatform())) {
    process.removeAllListeners('SIGINT');
    process.kill(process.pid, 'SIGINT');
  }
  process.exit(exitCode);
}

import { thisPlatform } from '../base/platform.ts';
import { endSignals, endsBySignals } from '../base/processes/end-signals.ts';
import { exitAtOnce } from '../base/processes/exit-at-once.ts';

const INTERRUPTED = 130;

/**
 * Ends the process with this exit code. With that of Ctrl-C it ends by the signal itself, which a shell
 * shows as the same code: around a program that took Ctrl-C for itself and exited, a loop would go on.
 * Windows knows the code alone. Signals are no longer heard, so that they end it where it waits for a thread.
 */
export function endProcess(exitCode: number): never {
  const platform = thisPlatform();
  for (const name of endSignals(platform)) process.removeAllListeners(name);
  if (exitCode === INTERRUPTED && endsBySignals(platform)) process.kill(process.pid, 'SIGINT');
  exitAtOnce(exitCode, process);
}

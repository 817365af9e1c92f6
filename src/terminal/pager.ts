import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../base/environment.ts';
import { thisPlatform } from '../base/platform.ts';
import { handedSignals } from '../base/processes/handed-signals.ts';
import { pagerStart } from '../base/processes/pager-start.ts';
import { actsOnOutput } from './ci-runner.ts';
import type { Output } from './output.ts';
import { passSignals } from './pass-signals.ts';

/** `-F` ends at once where the text fits, `-R` shows colours, `-X` leaves the text on the screen. */
const LESS = 'FRX';
const PAGER = `less -${LESS}`;

/** Exit codes of a shell that could not start the program. */
const NOT_STARTED = [126, 127];

/** Shows a text in `$PAGER`; writes it to `stdout` where that is no terminal or no pager can be started. */
export async function writePaged(
  text: string,
  stdout: Output,
  environment: Environment,
): Promise<void> {
  const command = environment['PAGER'] || PAGER;
  // A pager writes to the terminal itself, past what keeps a runner's commands out of it.
  if (!stdout.isTerminal || actsOnOutput(environment) || command === 'cat')
    return stdout.write(text);
  const start = await pagerStart(command, environment, thisPlatform());
  if (start === undefined) return stdout.write(text);
  const { args, command: program, ...options } = start;
  // `PAGER=less` alone shows colours as signs: git sets this for it, too.
  const env = { ...environment, LESS: environment['LESS'] || LESS };
  const pager = spawn(program, args, { ...options, env, stdio: ['pipe', 'inherit', 'inherit'] });
  // Ctrl-C in a pager ends a search: this program waits for it, or both would have the terminal.
  const handed = handedSignals(thisPlatform(), { hasTerminal: true });
  const stopPassing = passSignals(handed, (signal) => pager.kill(signal));
  // A person may quit before the end of the text.
  pager.stdin.on('error', () => {});
  pager.stdin.end(text);
  const [code] = await once(pager, 'close')
    .catch(() => NOT_STARTED)
    .finally(stopPassing);
  if (NOT_STARTED.includes(code)) await stdout.write(text);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Environment } from '../base/environment.ts';
import type { Output } from './output.ts';

/** `-F` ends at once where the text fits, `-R` shows colours, `-X` leaves the text on the screen. */
const PAGER = 'less -FRX';

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
  const isRunner = environment['GITHUB_ACTIONS'] === 'true';
  if (!stdout.isTerminal || isRunner || command === 'cat') return stdout.write(text);
  // A command line of the person's shell, as for git and man; Windows has no such convention.
  const shell = process.platform !== 'win32';
  const [program = '', ...args] = shell ? [command] : command.split(/\s+/);
  const pager = spawn(program, args, { shell, stdio: ['pipe', 'inherit', 'inherit'] });
  // A person may quit before the end of the text.
  pager.stdin.on('error', () => {});
  pager.stdin.end(text);
  const [code] = await once(pager, 'close').catch(() => NOT_STARTED);
  if (NOT_STARTED.includes(code)) await stdout.write(text);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Rim } from './rim.ts';

/** `-F` ends at once where the text fits, `-R` shows colours, `-X` leaves the text on the screen. */
const PAGER = 'less -FRX';

/** Shows a text in `$PAGER`; writes it where stdout is no terminal or no pager can be started. */
export async function writePaged(text: string, rim: Rim): Promise<void> {
  const [command = '', ...args] = (rim.environment['PAGER'] || PAGER).split(/\s+/);
  if (!rim.result.isTerminal || command === 'cat') return rim.result.write(text);
  const pager = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] });
  // A person may quit before the end of the text.
  pager.stdin.on('error', () => {});
  const started = await Promise.race([
    once(pager, 'spawn').then(() => true),
    once(pager, 'error').then(() => false),
  ]);
  if (!started) return rim.result.write(text);
  pager.stdin.end(text);
  await once(pager, 'close');
}

import { sanitiseText } from '../render/sanitise.ts';
import type { Runtime } from './runtime.ts';

/** Writes lines of a log to stdout as they are; on a terminal made harmless, ended by a line end. */
export async function writeLog({ stdout }: Pick<Runtime, 'stdout'>, text: string): Promise<void> {
  if (text === '') return;
  if (!stdout.isTerminal) return stdout.write(text);
  await stdout.write(sanitiseText(text.split('\n').map(lastWritten).join('\n')));
}

/** What a terminal would show of a line that was written over after each carriage return. */
function lastWritten(line: string): string {
  if (line.length < 2) return line;
  return line.slice(line.lastIndexOf('\r', line.length - 2) + 1);
}

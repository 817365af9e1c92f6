import { sanitiseText } from '../render/sanitise.ts';
import type { Runtime } from './runtime.ts';

/** Writes lines of a log to stdout as they are; on a terminal made harmless, ended by a line end. */
export async function writeLog(runtime: Runtime, text: string): Promise<void> {
  if (text === '') return;
  const { stdout } = runtime;
  if (!stdout.isTerminal) return stdout.write(text);
  await stdout.write(sanitiseText(text.replace(/[^\n]*\r(?=[^\n])/g, '')));
}

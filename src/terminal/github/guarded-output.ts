import { isUtf8 } from 'node:buffer';
import type { Environment } from '../../base/environment.ts';
import { actsOnOutput } from '../ci-runner.ts';
import type { Output } from '../output.ts';
import { isFile, jsonWithoutCommands, withoutCommands } from './commands.ts';

/** So much of a line is remembered; a command begins a line, or stands within a few characters. */
const LINE_CHARS_MAX = 4096;

/**
 * An output in which a runner of CI finds no command of others, also none that came in
 * several writes; a file stays as it is. Text of JSON keeps its meaning.
 */
export function guardedOutput(
  output: Output,
  of: { readonly environment: Environment; readonly descriptor: 1 | 2; readonly isJson: boolean },
): Output {
  if (!actsOnOutput(of.environment) || isFile(of.descriptor)) return output;
  const harmless = of.isJson ? jsonWithoutCommands : withoutCommands;
  // What stands already on the line that is written on.
  let line = '';
  const added = (text: string): string => {
    const whole = harmless(line + text);
    // A command that the writes would make together is parted where they meet.
    const rest = whole.startsWith(line) ? whole.slice(line.length) : ` ${harmless(text)}`;
    line = lastLine(line + rest);
    return rest;
  };
  return {
    isTerminal: output.isTerminal,
    columns: output.columns,
    write(data) {
      if (typeof data === 'string') return output.write(added(data));
      const bytes = Buffer.from(data);
      const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
      return output.write(Buffer.from(added(bytes.toString(encoding)), encoding));
    },
  };
}

/** The end of a text that has no line end in it. */
function lastLine(text: string): string {
  const from = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  return text.slice(Math.max(from, text.length - LINE_CHARS_MAX));
}

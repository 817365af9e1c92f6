import { isUtf8 } from 'node:buffer';
import type { Environment } from '../../base/environment.ts';
import type { Output } from '../output.ts';
import { isReadByRunner, jsonWithoutCommands, withoutCommands } from './commands.ts';

/** An output in which a runner of GitHub Actions finds no command of others; a file stays as it is. */
export function guardedOutput(
  output: Output,
  of: { readonly environment: Environment; readonly descriptor: 1 | 2; readonly isJson: boolean },
): Output {
  if (!isReadByRunner(of.environment, of.descriptor)) return output;
  const harmless = of.isJson ? jsonWithoutCommands : withoutCommands;
  return {
    isTerminal: output.isTerminal,
    columns: output.columns,
    write(data) {
      if (typeof data === 'string') return output.write(harmless(data));
      const bytes = Buffer.from(data);
      const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
      return output.write(Buffer.from(harmless(bytes.toString(encoding)), encoding));
    },
  };
}

import { complete } from '../../../src/commands/completion/complete.ts';
import { callOperation } from '../../../src/commands/operation/call.ts';
import { findOperation } from '../../../src/commands/operation/find-operation.ts';
import { printOperationHelp } from '../../../src/commands/operation/help.ts';
import type { Runtime } from '../../../src/commands/runtime.ts';
import { Failure } from '../../../src/contract/failure.ts';
import { reportFailure } from '../../../src/terminal/report-failure.ts';

/** A command line of an operation, or of its help, or the words that a shell wants completed. */
export interface Line {
  readonly kind: 'run' | 'help' | 'complete';
  readonly name: string;
  readonly argv: readonly string[];
}

/**
 * Does what the program does with such a command line, in this process. Gives the exit code; rejects
 * with whatever is no `Failure`, which would be a crash.
 */
export async function runOnce({ argv, kind, name }: Line, runtime: Runtime): Promise<number> {
  try {
    if (kind === 'complete') {
      await complete(['cloud', name, ...argv], runtime);
      return 0;
    }
    const operation = await findOperation({ name, argv }, runtime, kind === 'help');
    if (kind === 'run') return await callOperation(operation, argv, runtime);
    await printOperationHelp(operation, { length: 'full', argv: [] }, runtime);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return reportFailure(error, { terminal: runtime, argv });
  }
}

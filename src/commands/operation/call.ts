import type { Runtime } from '../runtime.ts';
import type { FoundOperation } from './find-operation.ts';
import { readCall } from './read-call.ts';
import { runCall } from './run.ts';

/** Reads the words after an operation and runs it. Gives the exit code; throws `Failure`. */
export async function callOperation(
  operation: FoundOperation,
  argv: readonly string[],
  runtime: Runtime,
): Promise<number> {
  return runCall(await readCall(operation, argv, runtime), runtime);
}

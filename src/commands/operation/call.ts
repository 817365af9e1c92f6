import { existsSync } from 'node:fs';
import { newsPath } from '../../client/catalogue/cache.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import type { Runtime } from '../runtime.ts';
import { hasFlag } from '../scan-argv.ts';
import { commandName } from './command-name.ts';
import type { FoundOperation } from './find-operation.ts';
import { readCall } from './read-call.ts';
import { runCall } from './run.ts';

/** Reads the words after an operation and runs it. Gives the exit code; throws `Failure`. */
export async function callOperation(
  operation: FoundOperation,
  argv: readonly string[],
  runtime: Runtime,
): Promise<number> {
  const call = await readCall(operation, argv, runtime).finally(() =>
    tellNews(operation, argv, runtime),
  );
  return runCall(call, runtime);
}

/** Says once on stderr how an operation changed so that what worked before may not work now. */
async function tellNews(
  { reader, tool }: FoundOperation,
  argv: readonly string[],
  { stderr }: Runtime,
): Promise<void> {
  if (reader === undefined || !existsSync(newsPath(reader.cache))) return;
  if (hasFlag(argv, '--quiet')) return;
  const { takeNews } = await import('../../client/catalogue/news.ts');
  for (const { change } of takeNews(reader.cache, tool.name)) {
    await stderr.write(
      `The catalogue changed: ${commandName(tool.name)} ${sanitiseLine(change)}.\n`,
    );
  }
}

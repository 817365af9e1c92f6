import { readFile } from 'node:fs/promises';
import { holdsValue } from './env-file.ts';
import type { Sink } from './sink.ts';

/**
 * The env file that has a value of that name, which one that is delivered there replaces; undefined where there is
 * none, or for another kind of sink. Throws `Failure` as `Sink.look` does.
 */
export async function replacedIn(sink: Sink, name: string): Promise<string | undefined> {
  await sink.look();
  const { target } = sink;
  if (target.kind !== 'dotenv') return undefined;
  const file = await readFile(target.path).catch(() => new Uint8Array());
  return holdsValue(file, name) ? target.path : undefined;
}

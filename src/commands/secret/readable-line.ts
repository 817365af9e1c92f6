import type { Environment } from '../../base/environment.ts';
import type { SinkTarget } from '../../flow/secret/journal-entry.ts';
import { type ReadableFile, readableValue } from '../../flow/secret/readable-file.ts';
import { noModesLine, readersLine } from '../readers-line.ts';
import { unprotectedPath } from '../unprotected-path.ts';

/** What to say of a file that others can read. */
export function readableLine({ has, keepsModes, path, readers }: ReadableFile): string {
  if (keepsModes) return readersLine(readers, path);
  return noModesLine(readers, has === 'value' ? path : `the private key in ${path}`);
}

/** The same of the file that has its value now; undefined where nobody else can read it. */
export async function placedLine(
  target: SinkTarget,
  environment: Environment,
): Promise<string | undefined> {
  if (!('path' in target)) return undefined;
  const file = await readableValue(target);
  return file === undefined ? unprotectedPath(target.path, environment) : readableLine(file);
}

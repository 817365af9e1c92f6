import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Puts `content` at `path` for this user alone (0600), in one step without a pause: a program that ends
 * leaves the old file or the new one, and nothing beside it. Nothing is synced, for what is a miss where a power
 * cut damaged it. Throws the error of the file system.
 */
export function replaceAtOnce(path: string, content: Uint8Array | string, timeMs?: number): void {
  // It has to be another one, not a secret, and node:crypto takes longer to load than all of this.
  const other = Math.random().toString(16).slice(2).padEnd(8, '0');
  const temporary = join(dirname(path), `.${basename(path)}.${other}.tmp`);
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
    if (timeMs !== undefined) utimesSync(temporary, timeMs / 1000, timeMs / 1000);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

import { chmod, stat } from 'node:fs/promises';
import { currentUser } from './current-user.ts';

/** Whom the rights of a file let read it beside its owner. */
export type Readers = 'all' | 'group' | 'nobody';

/**
 * The readers of a file; nobody where it cannot be looked at, or is a folder or device, which chmod would
 * break. Windows keeps its own rights.
 */
export async function readersOf(path: string): Promise<Readers> {
  if (currentUser() === 'none') return 'nobody';
  const mode = await stat(path).then(
    (found) => (found.isFile() ? found.mode : 0),
    () => 0,
  );
  if ((mode & 0o004) !== 0) return 'all';
  return (mode & 0o040) === 0 ? 'nobody' : 'group';
}

/**
 * Closes a file of ours to all but its owner and gives whether it is closed: not where its file system keeps no
 * modes, whether it says so or not, as NTFS on Linux.
 */
export async function canClose(path: string): Promise<boolean> {
  await chmod(path, 0o600).catch(() => undefined);
  return (await readersOf(path)) === 'nobody';
}

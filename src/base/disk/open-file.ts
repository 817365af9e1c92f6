import { stat } from 'node:fs/promises';
import { currentUser } from './current-user.ts';

/**
 * Whom the rights of a file let read it beside its owner; nobody where it cannot be looked at, or is
 * a folder or device, which chmod would break. Windows keeps its own rights.
 */
export async function readersOf(path: string): Promise<'all' | 'group' | 'nobody'> {
  if (currentUser() === 'none') return 'nobody';
  const mode = await stat(path).then(
    (found) => (found.isFile() ? found.mode : 0),
    () => 0,
  );
  if ((mode & 0o004) !== 0) return 'all';
  return (mode & 0o040) === 0 ? 'nobody' : 'group';
}

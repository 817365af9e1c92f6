import { stat } from 'node:fs/promises';
import { currentUser } from './current-user.ts';

/**
 * Whether the rights of a file let every user read it; not so where it cannot be looked at. Windows
 * keeps its own rights.
 */
export async function isOpenToAll(path: string): Promise<boolean> {
  if (currentUser() === 'none') return false;
  return stat(path).then(
    ({ mode }) => (mode & 0o004) !== 0,
    () => false,
  );
}

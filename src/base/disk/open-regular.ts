import { constants, promises } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { errorCode, isMissing } from '../errors.ts';

/**
 * Opens a file for reading that a program of somebody else may have put there; undefined where there
 * is none, and where it is no regular file: a link may lead to what that program may not read, and a
 * pipe never ends. Rejects with any other error of the file system.
 */
export async function openRegular(path: string): Promise<FileHandle | undefined> {
  const file = await promises.open(path, READ_AS_IS).catch((error: unknown) => {
    if (isMissing(error) || NOT_REGULAR.has(errorCode(error) ?? '')) return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  const { isRegular } = await file.stat().then((found) => ({ isRegular: found.isFile() }));
  if (isRegular) return file;
  await file.close();
  return undefined;
}

/** Windows has neither of these flags. */
const READ_AS_IS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** What opening a link and a socket gives. */
const NOT_REGULAR: ReadonlySet<string> = new Set(['ELOOP', 'ENXIO']);

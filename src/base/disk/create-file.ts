import { dirname } from 'node:path';
import { errorCode } from '../errors.ts';
import { type FileOptions, syncFolder, writeSynced } from './replace-file.ts';

/**
 * Writes a new file and never touches one that is there (a link counts as there): gives `exists`
 * then. Rejects with `WriteError` and leaves nothing half-written.
 */
export async function createFile(
  path: string,
  content: Uint8Array | string,
  options: FileOptions,
): Promise<'created' | 'exists'> {
  try {
    await writeSynced(path, content, options);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'exists';
    throw error;
  }
  await syncFolder(dirname(path));
  return 'created';
}

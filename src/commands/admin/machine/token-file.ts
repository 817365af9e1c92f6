import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorCode, messageOf } from '../../../base/errors.ts';
import { usageFailure } from '../../../contract/failure.ts';

interface TokenFile {
  readonly path: string;
  write(text: string): Promise<void>;
}

/**
 * Makes a new file that this user alone can read and does `work` with it; without a path, with none.
 * The file comes first, so that no machine is paired whose token cannot be kept; where `work` fails
 * before it wrote there, the file is removed. Throws `Failure` usage where the file is there already
 * or cannot be made.
 */
export async function withTokenFile<T>(
  given: string | undefined,
  work: (file: TokenFile | undefined) => Promise<T>,
): Promise<T> {
  if (given === undefined) return work(undefined);
  const path = resolve(given);
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw cannotMake(path, error);
  });
  let isWritten = false;
  const write = async (text: string) => {
    await file.writeFile(text);
    await file.sync();
    isWritten = true;
  };
  try {
    return await work({ path, write });
  } finally {
    await file.close();
    if (!isWritten) await rm(path, { force: true });
  }
}

function cannotMake(path: string, error: unknown) {
  const isThere = errorCode(error) === 'EEXIST';
  return usageFailure(
    isThere ? 'The token file is there already' : 'The token file cannot be written',
    isThere ? `--token-out is ${path}.` : `--token-out is ${path}: ${messageOf(error)}.`,
    isThere
      ? 'It may be the token of a machine: name another file, or remove that one.'
      : 'Name a file in a folder that this user can write to.',
  );
}

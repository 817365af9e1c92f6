import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunUser } from './run-user.ts';

interface InputFileOptions {
  /** A folder of the machine alone. */
  readonly folder: string;
  /** What no other file in it is called. */
  readonly token: string;
  /** Whose program reads it; undefined for the machine's own user. */
  readonly user: RunUser | undefined;
}

/**
 * A file with this text, open for reading at its start, for the stdin of a program. Through a pipe a
 * machine that is killed would give the program a part of the text, and an end that looks honest. It has
 * no name any more when the text comes into it, so that nothing of it is left on the disk.
 */
export async function openInputFile(
  text: string,
  { folder, token, user }: InputFileOptions,
): Promise<FileHandle> {
  const path = join(folder, `.stdin-${token}`);
  const writer = await open(path, 'wx', 0o600);
  try {
    const reader = await open(path, 'r').finally(() => rm(path, { force: true }));
    try {
      // Some programs open /dev/stdin, which asks for the rights of the file.
      if (user !== undefined) await writer.chown(user.uid, user.gid);
      await writer.writeFile(text);
      return reader;
    } catch (error) {
      await reader.close();
      throw error;
    }
  } finally {
    await writer.close();
  }
}

import { lstat } from 'node:fs/promises';

/** What a file is told by, in full: on Windows these numbers are longer than a `number` is exact. */
interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/** What the file at a path is told by, a link as itself. Rejects with the error of the file system. */
export async function fileIdentity(path: string): Promise<FileIdentity> {
  return lstat(path, { bigint: true });
}

/** Whether two paths are names of one file. */
export function isSameFile(left: FileIdentity, right: FileIdentity): boolean {
  return left.ino === right.ino && left.dev === right.dev;
}

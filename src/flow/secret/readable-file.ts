import { type Readers, readersOf } from '../../base/disk/open-file.ts';
import type { SinkTarget } from './journal-entry.ts';

/** A file that others can read, and that has, or is about to have, what they should not know. */
export interface ReadableFile {
  readonly path: string;
  readonly has: 'value' | 'private_key';
  readonly readers: Exclude<Readers, 'nobody'>;
  /** Whether chmod would keep them out: not where the file system keeps no modes. */
  readonly keepsModes: boolean;
}

/** What to know of a file and its readers; undefined where there are none. */
export function readableFile({
  readers,
  ...file
}: Omit<ReadableFile, 'readers'> & { readonly readers: Readers }): ReadableFile | undefined {
  return readers === 'nobody' ? undefined : { ...file, readers };
}

/** The same of a file of the journal, which was made for this user alone. */
export async function readableKey(path: string): Promise<ReadableFile | undefined> {
  const readers = await readersOf(path);
  return readableFile({ path, has: 'private_key', readers, keepsModes: false });
}

/** The same of a file that has got its value; one of its own was made for this user alone. */
export async function readableValue({
  kind,
  path,
}: Extract<SinkTarget, { readonly path: string }>): Promise<ReadableFile | undefined> {
  const readers = await readersOf(path);
  return readableFile({ path, has: 'value', readers, keepsModes: kind === 'dotenv' });
}

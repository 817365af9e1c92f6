import { type Readers, readersOf } from '../base/disk/open-file.ts';

type Others = Exclude<Readers, 'nobody'>;

const READERS = { all: 'Every user of this computer', group: 'The users of its group' } as const;

/** Says of a file that others can read it, and what keeps them out. */
export function readersLine(readers: Others, path: string): string {
  return `${READERS[readers]} can read ${path}; chmod 600 keeps them out.`;
}

/** Says of a file that others can read it, whatever its mode should be. */
export function noModesLine(readers: Others, shown: string): string {
  return `${READERS[readers]} can read ${shown}: its file system keeps no permissions.`;
}

/**
 * What to say of a file that was made for this user alone (0600) and has what others should not know; undefined
 * where they cannot read it.
 */
export async function madeFileLine(path: string, has: string): Promise<string | undefined> {
  const readers = await readersOf(path);
  return readers === 'nobody' ? undefined : noModesLine(readers, `${has} in ${path}`);
}

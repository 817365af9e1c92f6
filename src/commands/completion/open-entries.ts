import { existsSync } from 'node:fs';
import { Journal } from '../../flow/secret/journal.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import type { Runtime } from '../runtime.ts';
import type { Candidate } from './complete.ts';

/** The secrets that were not collected yet, newest first; none where the journal cannot be read. */
export async function openEntries({ folders }: Runtime): Promise<readonly Candidate[]> {
  // Opening it would make the folder.
  if (!existsSync(folders.state)) return [];
  try {
    const listed = await (await Journal.open(folders.state)).list();
    return listed.toReversed().map(({ entry, id }) => ({
      value: id,
      about: entry === undefined ? 'unreadable' : sanitiseLine(`${entry.name} of ${entry.machine}`),
    }));
  } catch {
    return [];
  }
}

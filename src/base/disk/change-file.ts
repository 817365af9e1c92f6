import { promises } from 'node:fs';
import { dirname } from 'node:path';
import { currentUser } from './current-user.ts';
import { placeIfSeen } from './place-file.ts';
import { type FileOptions, temporaryBeside, writeSynced } from './replace-file.ts';
import { RightsError } from './rights-error.ts';
import { rightsOf, type SeenFile, seeFile } from './seen-file.ts';
import { WriteError } from './write-error.ts';

/** How often a change is made anew because another program wrote the file meanwhile. */
const TRIES_MAX = 5;

const ROOT_USER = 0;

interface FileChange {
  /** The content from that of before, which is undefined where nothing is there; undefined changes nothing. */
  readonly change: (before: Uint8Array | undefined) => Uint8Array | string | undefined;
  /** Of a file that is not there yet. */
  readonly newMode: number;
  /** Done once the new content needs nothing but its place; gives what takes it back where it does not get that. */
  readonly beside?: (seen: SeenFile) => Promise<() => Promise<void>>;
}

/**
 * Changes a file of a person, which other programs change too: what a link of theirs names is changed, mode,
 * owner and group stay, what has an access list is refused, and where the file is another one by the time that
 * the new one is on the disk, the change is made anew from that. `busy`, and nothing is changed, where that does
 * not end. Rejects with `WriteError`, as `seeFile`, and with what `change` and `beside` throw.
 */
export async function changeFile(
  path: string,
  how: FileChange,
): Promise<'changed' | 'unchanged' | 'busy'> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const done = await tryChange(await seeFile(path), how);
    if (done !== 'busy') return done;
  }
  return 'busy';
}

async function tryChange(
  seen: SeenFile,
  { beside, change, newMode }: FileChange,
): Promise<'changed' | 'unchanged' | 'busy'> {
  const { found, target } = seen;
  const content = change(found?.bytes);
  if (content === undefined) return 'unchanged';
  await refuseForeignLink(seen);
  if (found !== undefined) await refuseList(seen);
  if (found === undefined) await promises.mkdir(dirname(target), { recursive: true });
  const temporary = temporaryBeside(target);
  const rights = found === undefined ? { mode: newMode } : rightsOf(found);
  await writeSynced(temporary, content, rights);
  try {
    if (found !== undefined) await refuseGiven(temporary, rights, seen);
    const takeBack = await beside?.(seen);
    let isPlaced = false;
    try {
      isPlaced = (await placeIfSeen(temporary, seen)) === 'placed';
    } catch (error) {
      isPlaced = error instanceof WriteError && error.isInPlace;
      throw error;
    } finally {
      if (!isPlaced) await takeBack?.();
    }
    return isPlaced ? 'changed' : 'busy';
  } finally {
    await promises.rm(temporary, { force: true });
  }
}

/** Loaded only here: few commands change a file of a person. */
async function refuseList({ path, target }: SeenFile): Promise<void> {
  const { refuseAccessList } = await import('./access-list.ts');
  await refuseAccessList(target, path);
}

async function refuseGiven(made: string, { mode }: FileOptions, { path }: SeenFile): Promise<void> {
  const { refuseGivenList } = await import('./access-list.ts');
  await refuseGivenList(made, mode, path);
}

/** Whoever may put a link here must not choose a file of somebody else's that this user then changes. */
async function refuseForeignLink({ found, path }: SeenFile): Promise<void> {
  const user = currentUser();
  if (found === undefined || user === 'none') return;
  const { uid } = await promises.lstat(path);
  if (uid === user || uid === ROOT_USER || uid === Number(found.stat.uid)) return;
  throw new RightsError(path, 'it is a link of another user to a file that is not theirs');
}

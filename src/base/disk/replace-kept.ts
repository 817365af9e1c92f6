import { promises } from 'node:fs';
import { dirname } from 'node:path';
import { isMissing } from '../errors.ts';
import { type FileOptions, prepareFile, syncFolder } from './replace-file.ts';
import { rightsOf } from './seen-file.ts';

/**
 * As `replaceFile` for a file that may be a person's: mode, owner and group of the one that is there stay.
 * In the place of a link, and of nothing, it is new, with `newMode`. Rejects with `RightsError` also where
 * it would lose an access list.
 */
export async function replaceKept(
  path: string,
  content: Uint8Array | string,
  newMode: FileOptions['mode'],
): Promise<void> {
  const rights = await rightsAt(path);
  const prepared = await prepareFile(path, content, rights ?? { mode: newMode });
  try {
    if (rights !== undefined) await refuseLoss(path, prepared.temporary);
  } catch (error) {
    await prepared.discard();
    throw error;
  }
  await prepared.takePlace();
  await syncFolder(dirname(path));
}

async function rightsAt(path: string): Promise<FileOptions | undefined> {
  const stat = await promises.lstat(path, { bigint: true }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return stat?.isFile() === true ? rightsOf({ stat }) : undefined;
}

/** Loaded only here: few commands replace a file of a person. */
async function refuseLoss(path: string, made: string): Promise<void> {
  const { hasAccessList, refuseAccessList } = await import('./access-list.ts');
  // A folder may give each of its files the same list.
  if (!(await hasAccessList(made))) await refuseAccessList(path);
}

import { rm } from 'node:fs/promises';
import type { Keychain } from '../../profile/keychain.ts';
import type { Entry } from './journal-entry.ts';
import type { HeldEntry } from './locked-entry.ts';
import { forgetKey } from './private-key.ts';
import { stagedPathOf } from './sink/staged-file.ts';

/**
 * Removes an entry with its private key and what its sink had staged. Where the keychain cannot be
 * reached, an entry without a key or a sealed byte stays, and the next call goes on.
 */
export async function putAway(held: HeldEntry, vault: Keychain): Promise<void> {
  await clearStaged(held.entry);
  if (await forgetKey(held, vault)) return held.wipe();
  await held.retire();
  held.release();
}

/** Removes what an entry may have staged beside its file. */
export async function clearStaged({ id, target }: Entry): Promise<void> {
  if (target.kind !== 'file' && target.kind !== 'dotenv') return;
  await rm(stagedPathOf(target.path, id), { force: true });
}

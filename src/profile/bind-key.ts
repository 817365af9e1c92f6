import { replaceFile } from '../base/disk/replace-file.ts';
import { lockProfiles } from './change-profiles.ts';
import { keyPath, readKeyFile } from './key-file.ts';
import { keyFileText } from './key-text.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import type { KeyLocation } from './stored-key.ts';

/**
 * Writes the origin of its profile into a key file of the first version, so that from then on no
 * other origin gets the key. Where the folder cannot be written to, the file stays as it is.
 */
export async function bindKey(runtime: ProfileRuntime, place: KeyLocation): Promise<void> {
  try {
    const lock = await lockProfiles(runtime);
    try {
      const kept = readKeyFile(runtime, place);
      // Another process may have bound it, or stored another key.
      if (kept === undefined || kept.origin !== undefined) return;
      const text = keyFileText(kept.key, place.origin);
      await replaceFile(keyPath(runtime, place.name), text, { mode: 0o600 });
    } finally {
      lock.release();
    }
  } catch {
    // The key is used all the same: it is for the origin that its profile names.
  }
}

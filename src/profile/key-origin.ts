import type { KeyOrigin } from '../contract/advice-step.ts';
import type { Credential } from './key-source.ts';

/** The key for a client, and where it is from. */
export function keyOf(
  { key, source, storage }: Credential,
  { profile }: { readonly profile?: { readonly name: string } | undefined },
): { readonly key: string; readonly keyOrigin: KeyOrigin | undefined } {
  if (source === 'env') {
    const variable = storage === 'file' ? 'FLEET_API_KEY_FILE' : 'FLEET_API_KEY';
    return { key, keyOrigin: { variable } };
  }
  return { key, keyOrigin: profile === undefined ? undefined : { profile: profile.name } };
}

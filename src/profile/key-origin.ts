import type { KeyOrigin } from '../contract/advice-step.ts';
import type { ServiceKey } from './resolve-target.ts';

/** The key for a client, where it is from, and the service that it is for. */
export function keyOf(
  { baseUrl, key, source, storage }: ServiceKey,
  { profile }: { readonly profile?: { readonly name: string } | undefined },
): Pick<ServiceKey, 'baseUrl' | 'key'> & { readonly keyOrigin: KeyOrigin | undefined } {
  if (source === 'env') {
    const variable = storage === 'file' ? 'FLEET_API_KEY_FILE' : 'FLEET_API_KEY';
    return { baseUrl, key, keyOrigin: { variable } };
  }
  return { baseUrl, key, keyOrigin: profile === undefined ? undefined : { profile: profile.name } };
}

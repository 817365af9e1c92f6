import { type CatalogueCacheKey, fingerprintOf } from '../client/catalogue/cache.ts';
import { type ProfileReader, resolveTarget, type TargetFlags } from '../profile/resolve-target.ts';
import type { Runtime } from './runtime.ts';

/**
 * Whose catalogue help and completion show: undefined where no base URL or no key is known, or one
 * of them is unusable. Never throws, since help has to work always, and never reads a stored key.
 */
export function catalogueCacheForHelp(
  runtime: Runtime,
  flags: TargetFlags = {},
  profiles?: ProfileReader,
): CatalogueCacheKey | undefined {
  const file = catalogueFile(runtime);
  if (file !== undefined) return { ...catalogueCacheOf(runtime, '', ''), file };
  try {
    const { baseUrl, environmentKey, profile } = resolveTarget(runtime, flags, profiles);
    if (environmentKey !== undefined)
      return catalogueCacheOf(runtime, baseUrl.text, fingerprintOf(environmentKey.key));
    if (profile === undefined || profile.origin !== baseUrl.origin) return undefined;
    return catalogueCacheOf(runtime, baseUrl.text, profile.key_fingerprint);
  } catch {
    return undefined;
  }
}

/** Where the catalogue of this service for this key is kept. */
export function catalogueCacheOf(
  runtime: Runtime,
  baseUrl: string,
  keyFingerprint: string,
): CatalogueCacheKey {
  const file = catalogueFile(runtime);
  return { folder: runtime.folders.cache, baseUrl, keyFingerprint, file };
}

function catalogueFile({ environment }: Runtime): string | undefined {
  return environment['FLEET_CATALOGUE'] || undefined;
}

import { type CatalogueCacheKey, fingerprintOf } from '../client/catalogue/cache.ts';
import type { CatalogueReader } from '../client/catalogue/read.ts';
import { parseDurationMs } from '../terminal/duration.ts';
import type { Runtime } from '../terminal/runtime.ts';
import { chosenTarget, credentialOf, type TargetFlags } from './target.ts';
import { VERSION } from './version.ts';

/** The flags of a command that decide which service is reached and how. */
export interface ServiceFlags extends TargetFlags {
  readonly timeout?: string | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/**
 * Whose catalogue help and completion show: undefined where no base URL or no key is known, or one
 * of them is unusable. Never throws, since help has to work always, and never reads a stored key.
 */
export function catalogueCacheForHelp(
  rim: Runtime,
  flags: TargetFlags = {},
): CatalogueCacheKey | undefined {
  try {
    const { baseUrl, given, profile } = chosenTarget(rim, flags);
    if (given !== undefined) return cacheOf(rim, baseUrl.text, fingerprintOf(given.key));
    if (profile === undefined || profile.origin !== baseUrl.origin) return undefined;
    return cacheOf(rim, baseUrl.text, profile.key_fingerprint);
  } catch {
    return undefined;
  }
}

/** A client for the service. Throws `Failure` usage or no_key where it cannot be reached with a key. */
export async function createServiceClient(
  rim: Runtime,
  flags: ServiceFlags,
  signal: AbortSignal,
): Promise<CatalogueReader> {
  const target = chosenTarget(rim, flags);
  const { baseUrl, given, profile } = target;
  const { key } = await credentialOf(rim, target);
  if (flags.profile !== undefined && given !== undefined && profile !== undefined && !flags.quiet) {
    await rim.notes.write('The key in the environment is used, and not that of the profile.\n');
  }
  const { openClient } = await import('../client/fleet-client.ts');
  const client = openClient({
    baseUrl,
    key,
    clock: rim.clock,
    random: rim.random,
    version: VERSION,
    environment: rim.environment,
    signal,
    ...(flags.timeout === undefined
      ? {}
      : { timeoutMs: parseDurationMs(flags.timeout, 'timeout') }),
    ...(flags.verbose === true && { log: (line: string) => void rim.notes.write(`${line}\n`) }),
  });
  return { client, clock: rim.clock, cache: cacheOf(rim, baseUrl.text, fingerprintOf(key)) };
}

function cacheOf(rim: Runtime, baseUrl: string, keyFingerprint: string): CatalogueCacheKey {
  return { folder: rim.folders.cache, baseUrl, keyFingerprint };
}

import { parseBaseUrl } from '../client/base-url.ts';
import { type CacheKey, fingerprintOf } from '../client/catalogue/cache.ts';
import type { CatalogueReader } from '../client/catalogue/read.ts';
import { usageFailure } from '../contract/failure.ts';
import {
  type Credential,
  environmentKey,
  findBaseUrl,
  findKey,
  type KeySource,
  keyFileKey,
  requireBaseUrl,
  requireKey,
} from '../profile/key-source.ts';
import { parseDurationMs } from '../terminal/duration.ts';
import type { Rim } from '../terminal/rim.ts';
import { VERSION } from './version.ts';

/** The flags of a command that decide which service is reached and how. */
export interface ServiceFlags {
  readonly profile?: string | undefined;
  readonly 'base-url'?: string | undefined;
  readonly timeout?: string | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** Where the key may come from, in the order of precedence. */
export function keySources(rim: Rim): readonly KeySource[] {
  return [environmentKey(rim.environment), keyFileKey(rim.environment, rim.readTextFile)];
}

/**
 * Whose catalogue help and completion show: undefined where no base URL or no key is known, or one
 * of them is unusable. Never throws; help has to work always.
 */
export function cacheForHelp(rim: Rim, baseUrlFlag?: string): CacheKey | undefined {
  try {
    const text = findBaseUrl(baseUrlFlag, rim.environment);
    if (text === undefined) return undefined;
    const credential = findKey(keySources(rim));
    return credential && cacheOf(rim, parseBaseUrl(text).text, credential);
  } catch {
    return undefined;
  }
}

/** A client for the service. Throws `Failure` usage or no_key where it cannot be reached with a key. */
export async function connect(
  rim: Rim,
  flags: ServiceFlags,
  signal: AbortSignal,
): Promise<CatalogueReader> {
  const baseUrl = chosenBaseUrl(rim, flags);
  const credential = requireKey(keySources(rim));
  const { openClient } = await import('../client/fleet-client.ts');
  const client = openClient({
    baseUrl,
    key: credential.key,
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
  return { client, clock: rim.clock, cache: cacheOf(rim, baseUrl.text, credential) };
}

/** The base URL of a command line. Throws `Failure` usage; profiles come with `fleet auth login`. */
export function chosenBaseUrl(rim: Rim, flags: ServiceFlags) {
  const profile = flags.profile ?? rim.environment['FLEET_PROFILE'];
  if (profile !== undefined && profile !== '') {
    throw usageFailure('Unknown profile', `There is no profile ${JSON.stringify(profile)}.`);
  }
  return parseBaseUrl(requireBaseUrl(flags['base-url'], rim.environment));
}

function cacheOf(rim: Rim, baseUrl: string, credential: Credential): CacheKey {
  return { folder: rim.folders.cache, baseUrl, keyFingerprint: fingerprintOf(credential.key) };
}

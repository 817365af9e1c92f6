import { type CatalogueCacheKey, fingerprintOf } from '../client/catalogue/cache.ts';
import type { CatalogueReader } from '../client/catalogue/fetch.ts';
import { openClient } from '../client/fleet-client.ts';
import { resolveKey, resolveTarget, type TargetFlags } from '../profile/resolve-target.ts';
import { parseDurationMs } from '../terminal/duration.ts';
import type { Runtime } from './runtime.ts';
import { VERSION } from './version.ts';

/** The flags of a command that decide which service is reached and how. */
export interface ServiceFlags extends TargetFlags {
  readonly timeout?: string | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** A service and what is cached of it. */
export interface ServiceReader extends CatalogueReader {
  /** With connections of its own and no lines for `--verbose`: for what runs beside a request. */
  beside(): CatalogueReader;
}

/**
 * Whose catalogue help and completion show: undefined where no base URL or no key is known, or one
 * of them is unusable. Never throws, since help has to work always, and never reads a stored key.
 */
export function catalogueCacheForHelp(
  runtime: Runtime,
  flags: TargetFlags = {},
): CatalogueCacheKey | undefined {
  try {
    const { baseUrl, given, profile } = resolveTarget(runtime, flags);
    if (given !== undefined) return cacheOf(runtime, baseUrl.text, fingerprintOf(given.key));
    if (profile === undefined || profile.origin !== baseUrl.origin) return undefined;
    return cacheOf(runtime, baseUrl.text, profile.key_fingerprint);
  } catch {
    return undefined;
  }
}

/** A client for the service. Throws `Failure` usage or no_key where it cannot be reached with a key. */
export async function createServiceClient(
  runtime: Runtime,
  flags: ServiceFlags,
  signal: AbortSignal,
): Promise<ServiceReader> {
  const target = resolveTarget(runtime, flags);
  const { baseUrl, given, profile } = target;
  const { key } = await resolveKey(runtime, target);
  if (flags.profile !== undefined && given !== undefined && profile !== undefined && !flags.quiet) {
    await runtime.stderr.write(
      'The key in the environment is used, and not that of the profile.\n',
    );
  }
  const options = {
    baseUrl,
    key,
    clock: runtime.clock,
    random: runtime.random,
    version: VERSION,
    environment: runtime.environment,
    signal,
    ...(flags.timeout === undefined
      ? {}
      : { timeoutMs: parseDurationMs(flags.timeout, 'timeout') }),
  };
  const log = (line: string) => void runtime.stderr.write(`${line}\n`);
  const client = openClient(flags.verbose === true ? { ...options, log } : options);
  const cache = cacheOf(runtime, baseUrl.text, fingerprintOf(key));
  const { clock } = runtime;
  return { client, clock, cache, beside: () => ({ client: openClient(options), clock, cache }) };
}

function cacheOf(runtime: Runtime, baseUrl: string, keyFingerprint: string): CatalogueCacheKey {
  return { folder: runtime.folders.cache, baseUrl, keyFingerprint };
}

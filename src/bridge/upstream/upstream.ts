import type { JsonObject } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { FleetClientOptions } from '../../client/request.ts';
import type { KeychainHost } from '../../profile/call-keychain.ts';
import { noKey, requireBaseUrl } from '../../profile/key-source.ts';
import { chooseTarget, type ProfileRuntime } from '../../profile/resolve-target.ts';
import { readStoredKey } from '../../profile/stored-key.ts';
import type { BridgeOptions } from '../options.ts';

/** Everything that the bridge touches outside itself. */
export interface BridgeRuntime extends ProfileRuntime, KeychainHost {
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly cacheFolder: string;
  readonly version: string;
  /** One line of the log, where it is wanted. */
  readonly log: (event: string, facts?: JsonObject) => void;
}

/** The service with a key to it, found when it is first needed and anew after a refused key. */
export interface Upstream {
  readonly options: FleetClientOptions;
  readonly connections: import('../../client/connections.ts').Connections;
  /** Sends a request on them: it comes with them, so that no call has to load it. */
  readonly exchange: typeof import('../../client/request.ts').sendWithRetries;
}

/**
 * Reads base URL and key as every command does: flag, environment, profile. The HTTP client is
 * loaded here, since nothing before needs it. Throws `Failure` where they are not to be had.
 */
export async function openUpstream(
  rim: BridgeRuntime,
  flags: BridgeOptions['target'],
): Promise<Upstream> {
  const { baseUrl: text, given, profile } = chooseTarget(rim, flags);
  const { assertKeyMayTravel, parseBaseUrl } = await import('../../contract/base-url.ts');
  const { openConnections } = await import('../../client/connections.ts');
  const { sendWithRetries: exchange } = await import('../../client/request.ts');
  const baseUrl = parseBaseUrl(requireBaseUrl(text));
  if (given === undefined && profile === undefined) throw noKey();
  const credential =
    given ?? (profile && (await readStoredKey(keyStoresOf(rim), profile, baseUrl.origin)));
  if (credential === undefined) throw noKey();
  const { clock, environment, random, version } = rim;
  assertKeyMayTravel(baseUrl, environment['FLEET_ALLOW_HTTP']);
  const { key } = credential;
  const log = (line: string): void => rim.log('request', { line });
  return {
    options: { baseUrl, key, clock, random, environment, version, log },
    connections: openConnections({ origin: baseUrl.origin, environment, clock }),
    exchange,
  };
}

function keyStoresOf(rim: BridgeRuntime) {
  const { configFolder, readTextFile } = rim;
  const openKeychain = async () => (await import('../../profile/keychain.ts')).openKeychain(rim);
  return { openKeychain, configFolder, readTextFile };
}

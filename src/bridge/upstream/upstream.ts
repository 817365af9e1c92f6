import type { JsonObject } from '../../base/json/object.ts';
import type { FleetClientOptions } from '../../client/request.ts';
import { assertKeyMayTravel } from '../../contract/base-url.ts';
import { textOf } from '../../contract/response-member.ts';
import type { Folders } from '../../profile/folders.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import type { NamedProfile } from '../../profile/profiles.ts';
import { resolveKey, resolveTarget, type ServiceKey } from '../../profile/resolve-target.ts';
import type { BridgeOptions } from '../options.ts';

const PATH = '/api/mcp';

/** What a connection is made with. */
type ConnectingRuntime = Pick<
  BridgeRuntime,
  'beforeConnecting' | 'clock' | 'environment' | 'logRequest' | 'random' | 'version'
>;

/** Everything that the bridge touches outside itself. */
export interface BridgeRuntime extends ProfileRuntime {
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly folders: Folders;
  readonly version: string;
  /** Called before the first connection is made, when all that it needs is loaded. */
  readonly beforeConnecting: () => void;
  /** One line of the log, where it is wanted. */
  readonly log: (event: string, facts?: JsonObject) => void;
  /** Gets a line for each attempt of a request; undefined where no log is wanted. */
  readonly logRequest?: FleetClientOptions['log'] | undefined;
}

/** The service and the connections to it, with the key. */
export interface Upstream {
  /** Empty where nothing of a profile is used. */
  readonly profile: string;
  /** The id of the organisation of that profile; undefined where it keeps none. */
  readonly organisation: string | undefined;
  readonly options: FleetClientOptions;
  /** Of the hosted MCP server. */
  readonly endpoint: URL;
  readonly connections: import('../../client/transport/connections.ts').Connections;
  /** Sends a request on them; loaded with them, so that no call has to load it. */
  readonly sendWithRetries: typeof import('../../client/request.ts').sendWithRetries;
}

/**
 * Reads base URL and key as every command does: flag, environment, profile. Throws `Failure` where they
 * are not to be had.
 */
export async function openUpstream(
  runtime: BridgeRuntime,
  flags: BridgeOptions['target'],
): Promise<Upstream> {
  const target = resolveTarget(runtime, flags);
  // What a person is asked names no profile whose key is not used.
  const profile = target.environmentKey === undefined ? target.profile : undefined;
  return upstreamWith(runtime, await resolveKey(runtime, target), profile);
}

/** The same with a key that has been read. The HTTP client is loaded here, since nothing before needs it. */
export async function upstreamWith(
  runtime: ConnectingRuntime,
  { baseUrl, key }: ServiceKey,
  profile: NamedProfile | undefined,
): Promise<Upstream> {
  const { openConnections } = await import('../../client/transport/connections.ts');
  const { sendWithRetries, urlOf } = await import('../../client/request.ts');
  const { beforeConnecting, clock, environment, logRequest, random, version } = runtime;
  assertKeyMayTravel(baseUrl, environment['FLEET_ALLOW_HTTP']);
  return {
    profile: profile?.name ?? '',
    organisation: textOf(profile?.organisation, 'id'),
    options: {
      baseUrl,
      key,
      clock,
      random,
      environment,
      version,
      ...(logRequest && { log: logRequest }),
    },
    endpoint: urlOf(baseUrl, PATH),
    connections: openConnections({
      origin: baseUrl.origin,
      environment,
      clock,
      isForMany: true,
      beforeConnecting,
    }),
    sendWithRetries,
  };
}

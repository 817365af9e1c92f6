import { fingerprintOf } from '../client/catalogue/cache.ts';
import type { CatalogueReader } from '../client/catalogue/fetch.ts';
import { deferClient } from '../client/deferred-client.ts';
import { type FleetClient, openClient } from '../client/fleet-client.ts';
import type { FleetClientOptions } from '../client/request.ts';
import { keyOf } from '../profile/key-origin.ts';
import { profileName } from '../profile/profiles.ts';
import {
  type ProfileReader,
  resolveKey,
  resolveTarget,
  type TargetFlags,
} from '../profile/resolve-target.ts';
import { keepServiceFlags } from '../render/service-command.ts';
import type { ServiceInUse } from '../render/service-name.ts';
import { parseDurationMs } from '../terminal/duration.ts';
import { endableLong } from '../terminal/endable.ts';
import { isSet } from '../terminal/terminal.ts';
import { rememberAnswers } from './answers/remember-answers.ts';
import { catalogueCacheOf } from './catalogue-cache.ts';
import type { Runtime } from './runtime.ts';
import { VERSION } from './version.ts';

/** The flags of a command that decide which service is reached and how. */
export interface ServiceFlags extends TargetFlags {
  readonly timeout?: string | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** The state told where a look-up that goes on gets no answer. */
export const NOT_ANSWERING = 'the service does not answer; it is asked again';

/** A service and what is cached of it. */
export interface ServiceReader extends CatalogueReader {
  /** With connections of its own, no lines for `--verbose` and no `readLarge`: for what runs beside a request. */
  beside(): CatalogueReader;
  /** Whose use of which service it is. */
  readonly identity: ServiceInUse;
}

/**
 * A client for the service. Throws `Failure` usage or no_key where it cannot be reached with a key;
 * where the key is in the keychain, its first request does. `profiles`: of a caller who has read them.
 */
export async function createServiceClient(
  runtime: Runtime,
  flags: ServiceFlags,
  signal: AbortSignal,
  profiles?: ProfileReader,
): Promise<ServiceReader> {
  const profileFlag = profileName(flags.profile, runtime.environment);
  keepServiceFlags({ profile: profileFlag, 'base-url': flags['base-url'] });
  const target = await endableLong(() => resolveTarget(runtime, flags, profiles));
  const { baseUrl, environmentKey, profile } = target;
  const options = clientOptions(runtime, flags, signal);
  const reading = resolveKey(runtime, target);
  const inKeychain =
    environmentKey === undefined && profile?.storage === 'keychain' ? profile : undefined;
  const known = inKeychain ? undefined : await reading;
  const fingerprint = inKeychain?.key_fingerprint ?? fingerprintOf(known?.key ?? '');
  if (
    environmentKey &&
    profile &&
    // At the same address another key may be one of another organisation.
    (profile.key_fingerprint !== fingerprint || profile.base_url !== baseUrl.text) &&
    !flags.quiet
  ) {
    await runtime.stderr.write(
      `The key in the environment is used, and not that of the profile: this goes to ${baseUrl.text}.\n`,
    );
  }
  const open = (more: Pick<FleetClientOptions, 'log' | 'readLarge'>): FleetClient =>
    known === undefined
      ? deferClient(
          baseUrl,
          reading.then((found) => openClient({ ...options, ...more, ...keyOf(found, target) })),
        )
      : openClient({ ...options, ...more, ...keyOf(known, target) });
  const about = {
    clock: runtime.clock,
    cache: catalogueCacheOf(runtime, baseUrl.text, fingerprint),
  };
  const log = (line: string) => void runtime.stderr.write(`${line}\n`);
  const client = open({ readLarge: endableLong, ...(flags.verbose === true && { log }) });
  const places = { names: about.cache, ids: { ...about.cache, folder: runtime.folders.state } };
  return {
    ...about,
    client: isSet(runtime.environment['CI'])
      ? client
      : rememberAnswers(client, places, runtime.clock),
    beside: () => ({ ...about, client: open({}) }),
    identity: {
      baseUrl: baseUrl.text,
      profile: environmentKey === undefined ? (profile?.name ?? '') : '',
    },
  };
}

function clientOptions(
  runtime: Runtime,
  { timeout }: ServiceFlags,
  signal: AbortSignal,
): Omit<FleetClientOptions, 'baseUrl' | 'key' | 'log' | 'readLarge'> {
  const { clock, environment, random } = runtime;
  const limit = timeout === undefined ? {} : { timeoutMs: parseDurationMs(timeout, 'timeout') };
  return { clock, environment, random, signal, version: VERSION, ...limit };
}

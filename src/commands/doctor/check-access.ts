import { proxyFor } from '../../client/transport/proxy-address.ts';
import type { BaseUrl } from '../../contract/base-url.ts';
import { openKeychain } from '../../profile/keychain/keychain.ts';
import type { NamedProfile } from '../../profile/profiles.ts';
import {
  type ProfileReader,
  resolveBaseUrl,
  resolveKey,
  resolveTarget,
  type ServiceKey,
  type TargetFlags,
} from '../../profile/resolve-target.ts';
import { endableLong } from '../../terminal/endable.ts';
import type { Runtime } from '../runtime.ts';
import type { Checklist } from './checklist.ts';

export interface Access {
  readonly baseUrl: BaseUrl | undefined;
  readonly credential: ServiceKey | undefined;
  readonly profile?: NamedProfile | undefined;
}

/** The flags of a command line, and the profiles that all checks look at. */
export interface AskedFor {
  readonly flags: TargetFlags;
  readonly profiles: ProfileReader;
}

/** Asked for only to see whether the keychain answers; nothing is ever kept under it. */
const NO_ACCOUNT = 'doctor';

/** The service and the key that a command line like this one means, and how they are reached. */
export async function checkAccess(
  list: Checklist,
  runtime: Runtime,
  { flags, profiles }: AskedFor,
): Promise<Access> {
  await checkKeychain(list, runtime);
  const baseUrl = await list.attempt('base_url', () => resolveBaseUrl(runtime, flags, profiles));
  if (baseUrl === undefined) return { baseUrl, credential: undefined };
  list.ok('base_url', baseUrl.text);
  checkCertificate(list, runtime, baseUrl);
  await checkProxy(list, runtime, baseUrl);
  const found = await list.attempt('key', async () => {
    const target = await endableLong(() => resolveTarget(runtime, flags, profiles));
    return { credential: await resolveKey(runtime, target), profile: target.profile };
  });
  if (found !== undefined) list.ok('key', whereFrom(found.credential));
  return { baseUrl, credential: found?.credential, profile: found?.profile };
}

/** Where a key is needed from it and it does not answer, the check of the key fails too. */
async function checkKeychain(list: Checklist, runtime: Runtime): Promise<void> {
  const ask = async () => {
    await openKeychain(runtime).read(NO_ACCOUNT);
    list.ok('keychain', 'it answers');
  };
  await list.attempt('keychain', ask, 'warning');
}

/** Told only where it is so: some set this for another program, and Node warns of it where few look. */
function checkCertificate(list: Checklist, { environment }: Runtime, { origin }: BaseUrl): void {
  if (environment[UNCHECKED] !== '0' || !origin.startsWith('https:')) return;
  list.wrong({
    check: 'certificate',
    state: 'warning',
    detail: `${UNCHECKED} is 0: no certificate is checked, so that whoever is on the way can take the key.`,
    fix: 'Unset it; where your organisation has its own authority, name its file in NODE_EXTRA_CA_CERTS.',
  });
}

const UNCHECKED = 'NODE_TLS_REJECT_UNAUTHORIZED';

/** The proxy's host and port only: its URL may hold a password. */
async function checkProxy(list: Checklist, runtime: Runtime, { origin }: BaseUrl): Promise<void> {
  await list.attempt('proxy', () => {
    const proxy = proxyFor(new URL(origin), runtime.environment);
    list.ok('proxy', proxy === undefined ? 'none' : new URL(proxy).host);
  });
}

function whereFrom({ source, storage }: ServiceKey): string {
  if (source === 'profile') return `from the profile, in the ${storage}`;
  return storage === 'file' ? 'from the file of FLEET_API_KEY_FILE' : 'from FLEET_API_KEY';
}

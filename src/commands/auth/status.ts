import { parseBaseUrl } from '../../contract/base-url.ts';
import { lostKey } from '../../profile/key-failures.ts';
import { readKeyFile } from '../../profile/key-file.ts';
import { keyFromEnvironment } from '../../profile/key-source.ts';
import type { ProfileRuntime } from '../../profile/profile-runtime.ts';
import { type NamedProfile, profileName } from '../../profile/profiles.ts';
import { baseUrlText, profilesOnce, selectProfile } from '../../profile/resolve-target.ts';
import { adviceOf } from '../../render/advice-step.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { OUTPUT_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';

const NO_KEY = 4;

export default class AuthStatus extends FleetCommand {
  static override readonly summary = 'Show which key would be used, and where it comes from.';
  static override readonly description =
    'Asks neither the service nor the keychain. The exit code is 4 where no key would be sent.';
  static override readonly examples = ['fleet auth status'];
  static override readonly flags = oclifFlags({
    ...OUTPUT_FLAGS,
    profile: SERVICE_FLAGS.profile,
    'base-url': SERVICE_FLAGS['base-url'],
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { runtime } = this;
    const printer = await createPrinter(flags, runtime);
    const given = keyFromEnvironment(runtime);
    const profiles = profilesOnce(runtime);
    const profile = selectProfile(runtime, flags, profiles);
    const urlText = baseUrlText(flags['base-url'], runtime.environment) ?? profile?.base_url;
    const baseUrl = urlText === undefined ? undefined : parseBaseUrl(urlText);
    const stored = given === undefined ? profile : undefined;
    const keyOrigin = stored && originOfKey(runtime, stored);
    const isSent = keyOrigin === baseUrl?.origin && stored?.origin === keyOrigin;
    const used = isSent ? stored : undefined;
    const value = {
      profile: profile?.name ?? profileName(flags['profile'], runtime.environment) ?? null,
      base_url: baseUrl?.text ?? null,
      organisation: used?.organisation ?? null,
      key_name: used?.key_name ?? null,
      scope: used?.scope ?? null,
      source: given?.source ?? (used === undefined ? null : 'profile'),
      storage: given?.storage ?? used?.storage ?? null,
      key_origin: keyOrigin ?? null,
      profiles: profiles().profiles.map(shown),
    };
    const hasKey = value.source !== null && baseUrl !== undefined;
    if (!hasKey) process.exitCode = NO_KEY;
    await printer.value({ value });
    if (hasKey) {
      const inUse =
        given === undefined ? `The profile ${value.profile}` : 'The key in the environment';
      await runtime.stderr.write(
        `${inUse} is used, for ${value.base_url}. The key was not checked; fleet doctor asks the service.\n`,
      );
    }
    if (stored !== undefined && used === undefined) {
      await runtime.stderr.write(whyNotSent(stored, keyOrigin));
    }
  }
}

function shown({ name, base_url, key_name, scope, storage }: NamedProfile): object {
  return { name, base_url, key_name, scope, storage };
}

/**
 * The origin that the stored key of a profile is for, whatever was made of the profile since; undefined where
 * its file is gone. No keychain is asked. Throws `Failure` no_key where the file cannot be read.
 */
function originOfKey(runtime: ProfileRuntime, profile: NamedProfile): string | undefined {
  if (profile.storage !== 'file') return profile.origin;
  const kept = readKeyFile(runtime, profile);
  return kept && (kept.origin ?? profile.origin);
}

function whyNotSent(profile: NamedProfile, keyOrigin: string | undefined): string {
  if (keyOrigin !== undefined) {
    return `The key of the profile ${profile.name} is for ${keyOrigin} and is not sent elsewhere.\n`;
  }
  const { facts } = lostKey(profile);
  return `${facts.detail} ${adviceOf(facts)}\n`;
}

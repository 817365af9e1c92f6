import type { AdviceStep } from '../../contract/advice-step.ts';
import { Failure } from '../../contract/failure.ts';
import { logOut } from '../../flow/log-in.ts';
import { forgetLastIds } from '../../profile/last-ids.ts';
import { type NamedProfile, readProfileSet } from '../../profile/profiles.ts';
import { profilesOnce, selectProfile, type TargetFlags } from '../../profile/resolve-target.ts';
import { adviceStepText } from '../../render/advice-step.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { OUTPUT_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { forgetNames } from '../names/names-file.ts';
import { oclifFlags } from '../oclif/flags.ts';
import type { Runtime } from '../runtime.ts';

export default class AuthLogout extends FleetCommand {
  static override readonly summary = 'Remove a stored key and its profile.';
  static override readonly description =
    'The key itself stays valid until it is revoked on the dashboard.';
  static override readonly examples = ['fleet auth logout', 'fleet auth logout --profile staging'];
  static override readonly flags = oclifFlags({ ...OUTPUT_FLAGS, profile: SERVICE_FLAGS.profile });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const printer = await createPrinter(flags, this.runtime);
    const select = () => selectedProfile(this.runtime, flags);
    // Without one nothing is written.
    select();
    const { profile, wasThere } = await logOut(this.runtime, select);
    const { name, base_url, key_fingerprint, storage } = profile;
    const { cache, state } = this.runtime.folders;
    const place = { baseUrl: base_url, keyFingerprint: key_fingerprint };
    await forgetLastIds({ ...place, folder: state });
    forgetNames({ ...place, folder: cache });
    await printer.value({ value: { profile: name, base_url, storage, key_removed: wasThere } });
    if (flags.quiet === true) return;
    await this.runtime.stderr.write(
      'The key stays valid at the service until it is revoked there.\n',
    );
    const { chosen, profiles } = readProfileSet(this.runtime);
    const step = chosen === name ? choice(profiles) : undefined;
    if (step === undefined) return;
    await this.runtime.stderr.write(`No profile is chosen now. ${adviceStepText(step)}\n`);
  }
}

function selectedProfile(runtime: Runtime, flags: TargetFlags): NamedProfile {
  const read = profilesOnce(runtime);
  const profile = selectProfile(runtime, flags, read);
  if (profile === undefined) throw notLoggedIn(read().profiles);
  return profile;
}

function notLoggedIn(profiles: readonly NamedProfile[]): Failure {
  const step = choice(profiles);
  return new Failure('no_key', {
    code: 'not_logged_in',
    ...(step === undefined
      ? { title: 'Nobody is logged in', detail: 'There is no profile to log out of.' }
      : { title: 'No profile is chosen', next: [step] }),
  });
}

/** What a person does where others are left. */
function choice(profiles: readonly NamedProfile[]): AdviceStep | undefined {
  const names = profiles.map(({ name }) => name);
  return names.length === 0 ? undefined : { step: 'choose_profile', profiles: names };
}

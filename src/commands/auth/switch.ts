import * as Args from '@oclif/core/args';
import { usageFailure } from '../../contract/failure.ts';
import { changeProfiles } from '../../profile/change-profiles.ts';
import { type NamedProfile, readProfileSet } from '../../profile/profiles.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { canPrompt } from '../../terminal/terminal.ts';
import { CONSENT_FLAGS, OUTPUT_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { goesFirstNote } from './goes-first.ts';

/** What a profile of that name does not take the place of. */
const GOES_FIRST = ['FLEET_PROFILE', 'FLEET_API_KEY', 'FLEET_API_KEY_FILE', 'FLEET_BASE_URL'];

export default class AuthSwitch extends FleetCommand {
  static override readonly summary = 'Choose the profile of commands that name none.';
  static override readonly description =
    'Without a name it is picked on a terminal. --profile and FLEET_PROFILE still go first: what has ' +
    'to reach one service whatever somebody chose meanwhile, as a script, names its profile.';
  static override readonly examples = ['fleet auth switch', 'fleet auth switch staging'];
  static override readonly args = {
    profile: Args.string({ ignoreStdin: true, description: 'Name of the profile.' }),
  };
  static override readonly flags = oclifFlags({
    'no-input': CONSENT_FLAGS['no-input'],
    ...OUTPUT_FLAGS,
  });

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const printer = await createPrinter(flags, this.runtime);
    const { environment, stderr } = this.runtime;
    const { profiles } = readProfileSet(this.runtime);
    const profile = await this.meant(args['profile'], profiles, flags['no-input'] === true);
    await changeProfiles(this.runtime, (before) => ({ ...before, chosen: profile.name }));
    const { name, base_url, key_name, scope, storage } = profile;
    await printer.value({ value: { profile: name, base_url, key_name, scope, storage } });
    const variables = GOES_FIRST.filter((each) => environment[each] !== name);
    await stderr.write(goesFirstNote(variables, environment, 'the chosen profile'));
  }

  /** The profile of that name, or the one that a person picks. Throws `Failure` usage. */
  private async meant(
    name: string | undefined,
    profiles: readonly NamedProfile[],
    noInput: boolean,
  ): Promise<NamedProfile> {
    const found = profiles.find((profile) => profile.name === name);
    if (found !== undefined) return found;
    const isAsked = name === undefined && profiles.length > 0 && canPrompt(this.runtime, noInput);
    const picked = isAsked ? await this.pickOne(profiles) : undefined;
    if (picked !== undefined) return picked;
    const names = profiles.map((profile) => profile.name).join(', ');
    throw usageFailure(
      name === undefined ? 'Which profile?' : 'Unknown profile',
      names === ''
        ? 'There is none yet: fleet auth login makes one.'
        : `${name === undefined ? 'None was named' : `There is no profile ${JSON.stringify(name)}`}; there are ${names}.`,
    );
  }

  private async pickOne(profiles: readonly NamedProfile[]): Promise<NamedProfile | undefined> {
    const { pick } = await import('../../terminal/person/pick.ts');
    const choices = profiles.map(({ base_url, name }) => `${name}  ${base_url}`);
    const picked = await pick('Profile of commands that name none', choices, this.runtime);
    return picked === undefined ? undefined : profiles[picked];
  }
}

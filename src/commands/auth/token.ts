import { usageFailure } from '../../contract/failure.ts';
import { resolveKey, resolveTarget } from '../../profile/resolve-target.ts';
import { maskSecret } from '../../terminal/github/mask-secret.ts';
import { SERVICE_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { MASK_FLAG } from '../secret/sink-flags.ts';

export default class AuthToken extends FleetCommand {
  static override readonly summary = 'Print the key that would be used.';
  static override readonly description =
    'For programs that need the key itself; on a terminal only with --show.';
  static override readonly examples = ['FLEET_API_KEY=$(fleet auth token) other-program'];
  static override readonly flags = oclifFlags({
    'no-mask': MASK_FLAG,
    show: { type: 'boolean', description: 'Print it on a terminal too.' },
    profile: SERVICE_FLAGS.profile,
    'base-url': SERVICE_FLAGS['base-url'],
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    if (this.runtime.stdout.isTerminal && flags['show'] !== true) {
      throw usageFailure(
        'The key would be shown',
        'stdout is a terminal, and what is printed there stays in its history.',
        'Send it elsewhere with a pipe, or add --show.',
      );
    }
    const target = resolveTarget(this.runtime, flags);
    const { key } = await resolveKey(this.runtime, target);
    if (flags['profile'] !== undefined && target.environmentKey !== undefined) {
      await this.runtime.stderr.write(
        'The key in the environment is printed, and not that of the profile.\n',
      );
    }
    if (flags['no-mask'] !== true) await maskSecret(key, this.runtime.environment);
    await this.runtime.stdout.write(`${key}\n`);
  }
}

import { parseDurationMs } from '../../../terminal/duration.ts';
import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

const EXPIRES_IN_DAYS_MAX = 3660;

export default class AdminKeyCreate extends AdminCommand {
  static override readonly summary = 'Create an API key and print it, this once.';
  static override readonly examples = ['fleet admin key create --name laptop --scope fleet:admin'];
  static override readonly flags = oclifFlags({
    name: { type: 'option', required: true, helpValue: 'NAME', description: 'What it is for.' },
    scope: {
      type: 'option',
      required: true,
      helpValue: 'fleet:read|fleet:run|fleet:admin',
      description: 'What it allows.',
    },
    'expires-in': {
      type: 'option',
      helpValue: 'DURATION',
      description: 'Time until it expires, for example 12h or 90d; without it, it does not expire.',
    },
    'created-by': {
      type: 'option',
      helpValue: 'ADDRESS',
      description: 'Id or email address of the person whose key it is.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { createKey } = await import('../../../server/admin/keys.ts');
    const expiresIn = flags['expires-in'];
    const expiresInSeconds =
      expiresIn === undefined
        ? undefined
        : Math.ceil(parseDurationMs(expiresIn, 'expires-in', EXPIRES_IN_DAYS_MAX) / 1000);
    const { 'created-by': createdBy, name, scope } = flags;
    await this.workAndPrint(flags, (admin) =>
      createKey(admin, { name, scope, expiresInSeconds, createdBy }),
    );
  }
}

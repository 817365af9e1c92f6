import { parseDurationMs } from '../../../terminal/duration.ts';
import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

const EXPIRES_IN_DAYS_MAX = 3660;

export default class AdminAppTokenCreate extends AdminCommand {
  static override readonly summary = 'Issue the token of a connected app and print it, this once.';
  static override readonly description =
    'The app acts with the role that its person has at the time of the request.';
  static override readonly examples = [
    'fleet admin app-token create --name assistant --person ada@example.com',
  ];
  static override readonly flags = oclifFlags({
    name: { type: 'option', required: true, helpValue: 'NAME', description: 'Which app it is.' },
    person: {
      type: 'option',
      required: true,
      helpValue: 'ADDRESS',
      description: 'Id or email address of whom it acts for.',
    },
    'expires-in': {
      type: 'option',
      helpValue: 'DURATION',
      description: 'Time until it expires, for example 12h or 90d; without it, it does not expire.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { 'expires-in': expiresIn, name, person } = flags;
    const expiresInSeconds =
      expiresIn === undefined
        ? undefined
        : Math.ceil(parseDurationMs(expiresIn, 'expires-in', EXPIRES_IN_DAYS_MAX) / 1000);
    const { createAppToken } = await import('../../../server/admin/app-tokens.ts');
    await this.workAndPrint(flags, (admin) =>
      createAppToken(admin, { name, person, expiresInSeconds }),
    );
  }
}

import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminInvitationCreate extends AdminCommand {
  static override readonly summary = 'Invite a person, for fourteen days.';
  static override readonly examples = ['fleet admin invitation create --email ada@example.com'];
  static override readonly flags = oclifFlags({
    email: { type: 'option', required: true, helpValue: 'ADDRESS', description: 'Email address.' },
    role: {
      type: 'option',
      default: 'member',
      helpValue: 'viewer|member|admin|owner',
      description: 'What the person will be allowed.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { email, role } = flags;
    const { createInvitation } = await import('../../../server/admin/invitations.ts');
    await this.workAndPrint(flags, (admin) => createInvitation(admin, { email, role }));
  }
}

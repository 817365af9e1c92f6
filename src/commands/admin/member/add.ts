import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminMemberAdd extends AdminCommand {
  static override readonly summary = 'Add a person to the organisation.';
  static override readonly examples = ['fleet admin member add --email ada@example.com --name Ada'];
  static override readonly flags = oclifFlags({
    email: { type: 'option', required: true, helpValue: 'ADDRESS', description: 'Email address.' },
    name: { type: 'option', required: true, helpValue: 'NAME', description: 'Name to show.' },
    role: {
      type: 'option',
      default: 'member',
      helpValue: 'viewer|member|admin|owner',
      description: 'What the person may do.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { email, name, role } = flags;
    const { addMember } = await import('../../../server/admin/members.ts');
    await this.workAndPrint(flags, (admin) => addMember(admin, { email, name, role }));
  }
}

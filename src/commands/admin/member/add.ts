import * as Flags from '@oclif/core/flags';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminMemberAdd extends AdminCommand {
  static override readonly summary = 'Add a person to the organisation.';
  static override readonly flags = {
    email: Flags.string({ required: true, helpValue: 'ADDRESS', description: 'Email address.' }),
    name: Flags.string({ required: true, helpValue: 'NAME', description: 'Name to show.' }),
    role: Flags.string({
      default: 'member',
      helpValue: 'viewer|member|admin|owner',
      description: 'What the person may do.',
    }),
    ...ADMIN_FLAGS,
  };

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { email, name, role } = flags;
    const { addMember } = await import('../../../server/admin/members.ts');
    await this.workAndPrint(flags, (admin) => addMember(admin, { email, name, role }));
  }
}

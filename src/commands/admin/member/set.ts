import * as Args from '@oclif/core/args';
import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminMemberSet extends AdminCommand {
  static override readonly summary = "Change a person's name or role.";
  static override readonly examples = ['fleet admin member set ada@example.com --role admin'];
  static override readonly args = {
    person: Args.string({ required: true, ignoreStdin: true, description: 'Id or email address.' }),
  };
  static override readonly flags = oclifFlags({
    name: { type: 'option', helpValue: 'NAME', description: 'Name to show.' },
    role: {
      type: 'option',
      helpValue: 'viewer|member|admin|owner',
      description: 'What the person may do, with their connected apps from the next request on.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const { name, role } = flags;
    const { setMember } = await import('../../../server/admin/members.ts');
    await this.workAndPrint(flags, (admin) => setMember(admin, args['person'], { name, role }));
  }
}

import * as Args from '@oclif/core/args';
import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminMemberRemove extends AdminCommand {
  static override readonly summary = "Remove a person, with their connected apps' tokens.";
  static override readonly examples = ['fleet admin member remove ada@example.com'];
  static override readonly args = {
    person: Args.string({ required: true, ignoreStdin: true, description: 'Id or email address.' }),
  };
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const { removeMember } = await import('../../../server/admin/members.ts');
    await this.workAndPrint(flags, (admin) => removeMember(admin, args['person']));
  }
}

import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminMemberList extends AdminCommand {
  static override readonly summary = 'List the people of the organisation.';
  static override readonly examples = ['fleet admin member list'];
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { listAllMembers } = await import('../../../server/admin/members.ts');
    await this.workAndPrint(flags, async (admin) => ({ members: await listAllMembers(admin) }));
  }
}

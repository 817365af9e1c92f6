import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminInvitationList extends AdminCommand {
  static override readonly summary = 'List pending invitations.';
  static override readonly examples = ['fleet admin invitation list'];
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { listAllInvitations } = await import('../../../server/admin/invitations.ts');
    await this.workAndPrint(flags, async (admin) => ({
      invitations: await listAllInvitations(admin),
    }));
  }
}

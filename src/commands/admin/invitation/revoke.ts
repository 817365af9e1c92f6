import * as Args from '@oclif/core/args';
import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminInvitationRevoke extends AdminCommand {
  static override readonly summary = 'Take an invitation back.';
  static override readonly examples = ['fleet admin invitation revoke inv_38ftq9bm400'];
  static override readonly args = {
    invitation: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'Id of the invitation.',
    }),
  };
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const { revokeInvitation } = await import('../../../server/admin/invitations.ts');
    await this.workAndPrint(flags, (admin) => revokeInvitation(admin, args['invitation']));
  }
}

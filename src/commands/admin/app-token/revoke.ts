import * as Args from '@oclif/core/args';
import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminAppTokenRevoke extends AdminCommand {
  static override readonly summary = 'Revoke the token of an app, from its next request on.';
  static override readonly examples = ['fleet admin app-token revoke app_38ftq9bm400'];
  static override readonly args = {
    token: Args.string({ required: true, ignoreStdin: true, description: 'Id of the token.' }),
  };
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const { revokeAppTokenById } = await import('../../../server/admin/app-tokens.ts');
    await this.workAndPrint(flags, (admin) => revokeAppTokenById(admin, args['token']));
  }
}

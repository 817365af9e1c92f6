import * as Args from '@oclif/core/args';
import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminKeyRevoke extends AdminCommand {
  static override readonly summary = 'Revoke an API key, from its next request on.';
  static override readonly examples = ['fleet admin key revoke key_38ftq9bm400'];
  static override readonly args = {
    key: Args.string({ required: true, ignoreStdin: true, description: 'Id of the key.' }),
  };
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const { revokeKeyById } = await import('../../../server/admin/keys.ts');
    await this.workAndPrint(flags, (admin) => revokeKeyById(admin, args['key']));
  }
}

import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminKeyList extends AdminCommand {
  static override readonly summary = 'List the API keys.';
  static override readonly examples = ['fleet admin key list'];
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { listAllKeys } = await import('../../../server/admin/keys.ts');
    await this.workAndPrint(flags, async (admin) => ({ keys: await listAllKeys(admin) }));
  }
}

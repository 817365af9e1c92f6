import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminAppTokenList extends AdminCommand {
  static override readonly summary = 'List the tokens of connected apps.';
  static override readonly examples = ['fleet admin app-token list'];
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { listAllAppTokens } = await import('../../../server/admin/app-tokens.ts');
    await this.workAndPrint(flags, async (admin) => ({
      app_tokens: await listAllAppTokens(admin),
    }));
  }
}

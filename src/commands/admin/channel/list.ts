import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminChannelList extends AdminCommand {
  static override readonly summary = 'List the notification channels.';
  static override readonly examples = ['fleet admin channel list'];
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { listAllChannels } = await import('../../../server/admin/channels.ts');
    await this.workAndPrint(flags, async (admin) => ({ channels: await listAllChannels(admin) }));
  }
}

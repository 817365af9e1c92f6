import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';
import { CHANNEL_ARG } from '../channel-flags.ts';

export default class AdminChannelRemove extends AdminCommand {
  static override readonly summary = 'Remove a notification channel.';
  static override readonly examples = ['fleet admin channel remove chn_38ftq9bm400'];
  static override readonly args = CHANNEL_ARG;
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const { removeChannel } = await import('../../../server/admin/channels.ts');
    await this.workAndPrint(flags, (admin) => removeChannel(admin, args['channel']));
  }
}

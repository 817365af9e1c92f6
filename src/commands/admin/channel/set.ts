import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';
import { ADDRESS, addressOf, CHANNEL_ARG, CHANNEL_FLAGS } from '../channel-flags.ts';

export default class AdminChannelSet extends AdminCommand {
  static override readonly summary =
    'Change a notification channel: its address, what it carries, on or off.';
  static override readonly examples = ['fleet admin channel set chn_38ftq9bm400 --no-enabled'];
  static override readonly args = CHANNEL_ARG;
  static override readonly flags = oclifFlags({
    address: { type: 'option', ...ADDRESS },
    ...CHANNEL_FLAGS,
    enabled: { type: 'boolean', allowNo: true, description: 'On, or off.' },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const text = flags['address'];
    const address = text === undefined ? undefined : await addressOf(this.runtime, text);
    const { 'alert-type': alertTypes, enabled } = flags;
    const { setChannel } = await import('../../../server/admin/channels.ts');
    await this.workAndPrint(flags, (admin) =>
      setChannel(admin, args['channel'], { address, alertTypes, enabled }),
    );
  }
}

import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';
import { ADDRESS, addressOf, CHANNEL_FLAGS } from '../channel-flags.ts';

export default class AdminChannelAdd extends AdminCommand {
  static override readonly summary = 'Add a notification channel, turned on.';
  static override readonly examples = [
    'fleet admin channel add --kind webhook --address @url.txt --alert-type needs_human',
  ];
  static override readonly flags = oclifFlags({
    kind: {
      type: 'option',
      required: true,
      helpValue: 'chat|webhook|email',
      description: 'Webhooks are posted to; chat and email are recorded here and go nowhere.',
    },
    address: { type: 'option', required: true, ...ADDRESS },
    ...CHANNEL_FLAGS,
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const address = await addressOf(this.runtime, flags['address']);
    const { kind, 'alert-type': alertTypes = [] } = flags;
    const { addChannel } = await import('../../../server/admin/channels.ts');
    await this.workAndPrint(flags, (admin) => addChannel(admin, { kind, address, alertTypes }));
  }
}

import * as Flags from '@oclif/core/flags';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminMachinePair extends AdminCommand {
  static override readonly summary = 'Pair a machine and print its token, this once.';
  static override readonly flags = {
    name: Flags.string({ required: true, helpValue: 'NAME', description: 'Name to show.' }),
    ...ADMIN_FLAGS,
  };

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { pairNewMachine } = await import('../../../server/admin/machines.ts');
    await this.workAndPrint(flags, (admin) => pairNewMachine(admin, flags['name']));
  }
}

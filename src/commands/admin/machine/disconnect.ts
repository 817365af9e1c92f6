import * as Args from '@oclif/core/args';
import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminMachineDisconnect extends AdminCommand {
  static override readonly summary = 'Disconnect a machine; its token stops working at once.';
  static override readonly examples = ['fleet admin machine disconnect build-01'];
  static override readonly args = {
    machine: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'Id, name or hostname of the machine.',
    }),
  };
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const { disconnectMachineNamed } = await import('../../../server/admin/machines.ts');
    await this.workAndPrint(flags, (admin) => disconnectMachineNamed(admin, args['machine']));
  }
}

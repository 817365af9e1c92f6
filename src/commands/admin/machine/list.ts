import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminMachineList extends AdminCommand {
  static override readonly summary = 'List the paired machines.';
  static override readonly examples = ['fleet admin machine list'];
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { listAllMachines } = await import('../../../server/admin/machines.ts');
    await this.workAndPrint(flags, async (admin) => ({ machines: await listAllMachines(admin) }));
  }
}

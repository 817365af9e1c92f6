import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminOrgShow extends AdminCommand {
  static override readonly summary = 'Show the organisation.';
  static override readonly examples = ['fleet admin org show'];
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { showOrganisation } = await import('../../../server/admin/organisation.ts');
    await this.workAndPrint(flags, showOrganisation);
  }
}

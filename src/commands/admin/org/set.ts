import * as Flags from '@oclif/core/flags';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminOrgSet extends AdminCommand {
  static override readonly summary = 'Rename the organisation, or say whether bodies are kept.';
  static override readonly flags = {
    name: Flags.string({ helpValue: 'NAME', description: 'Name to show.' }),
    'store-payloads': Flags.boolean({
      allowNo: true,
      description: 'Whether webhook bodies are kept from now on.',
    }),
    ...ADMIN_FLAGS,
  };

  async run(): Promise<void> {
    const { flags } = await this.read();
    const changes = { name: flags['name'], storePayloads: flags['store-payloads'] };
    const { setOrganisation } = await import('../../../server/admin/organisation.ts');
    await this.workAndPrint(flags, (admin) => setOrganisation(admin, changes));
  }
}

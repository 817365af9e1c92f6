import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminOrgSet extends AdminCommand {
  static override readonly summary = 'Rename the organisation, or say whether bodies are kept.';
  static override readonly flags = oclifFlags({
    name: { type: 'option', helpValue: 'NAME', description: 'Name to show.' },
    'store-payloads': {
      type: 'boolean',
      allowNo: true,
      description: 'Whether webhook bodies are kept from now on.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const changes = { name: flags['name'], storePayloads: flags['store-payloads'] };
    const { setOrganisation } = await import('../../../server/admin/organisation.ts');
    await this.workAndPrint(flags, (admin) => setOrganisation(admin, changes));
  }
}

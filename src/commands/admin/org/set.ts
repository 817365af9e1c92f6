import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminOrgSet extends AdminCommand {
  static override readonly summary =
    'Rename the organisation, or say what is kept and for how long.';
  static override readonly examples = ["fleet admin org set --name 'Example Ltd' --keep-jobs 90"];
  static override readonly flags = oclifFlags({
    name: { type: 'option', helpValue: 'NAME', description: 'Name to show.' },
    'store-payloads': {
      type: 'boolean',
      allowNo: true,
      description: 'Whether webhook bodies are kept from now on.',
    },
    'keep-jobs': {
      type: 'option',
      helpValue: 'DAYS|forever',
      description: 'For how long jobs that ended, and their commands, are kept.',
    },
    'keep-deliveries': {
      type: 'option',
      helpValue: 'DAYS|forever',
      description: 'For how long deliveries are kept.',
    },
    'keep-alerts': {
      type: 'option',
      helpValue: 'DAYS|forever',
      description: 'For how long resolved alerts are kept.',
    },
    'keep-audit': {
      type: 'option',
      helpValue: 'DAYS|forever',
      description: 'For how long entries of the audit log are kept.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const changes = {
      name: flags['name'],
      storePayloads: flags['store-payloads'],
      keep: {
        jobs: flags['keep-jobs'],
        deliveries: flags['keep-deliveries'],
        alerts: flags['keep-alerts'],
        audit: flags['keep-audit'],
      },
    };
    const { setOrganisation } = await import('../../../server/admin/organisation.ts');
    await this.workAndPrint(flags, (admin) => setOrganisation(admin, changes));
  }
}

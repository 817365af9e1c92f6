import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminAuditList extends AdminCommand {
  static override readonly summary = 'List the newest entries of the audit log: who changed what.';
  static override readonly examples = ['fleet admin audit list --action key. --limit 20'];
  static override readonly flags = oclifFlags({
    action: {
      type: 'option',
      helpValue: 'ACTION',
      description: 'Only this action, or those of a prefix that ends in a dot: key., member.',
    },
    limit: {
      type: 'option',
      helpValue: 'N',
      description: 'How many to list at most, up to 1000; 50 without it.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { listNewestEntries } = await import('../../../server/admin/audit-log.ts');
    const query = { action: flags['action'], limit: flags['limit'] };
    await this.workAndPrint(flags, async (admin) => ({
      entries: await listNewestEntries(admin, query),
    }));
  }
}

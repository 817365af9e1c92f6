import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminIssueList extends AdminCommand {
  static override readonly summary = 'List the problem reports.';
  static override readonly examples = ['fleet admin issue list --status open'];
  static override readonly flags = oclifFlags({
    status: {
      type: 'option',
      helpValue: 'open|acknowledged|resolved|closed',
      description: 'Only reports in this status.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { listAllIssues } = await import('../../../server/admin/issues.ts');
    await this.workAndPrint(flags, async (admin) => ({
      issues: await listAllIssues(admin, flags['status']),
    }));
  }
}

import * as Args from '@oclif/core/args';
import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminIssueSet extends AdminCommand {
  static override readonly summary =
    'Move a problem report to a status; the reporter gets an email when it is resolved or closed.';
  static override readonly examples = ['fleet admin issue set iss_38ftq9bm400 --status resolved'];
  static override readonly args = {
    issue: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'Number, for example 12 or #12, or id of the report.',
    }),
  };
  static override readonly flags = oclifFlags({
    status: {
      type: 'option',
      required: true,
      helpValue: 'open|acknowledged|resolved|closed',
      description: 'The status it gets.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const { setIssueStatus } = await import('../../../server/admin/issues.ts');
    const { status } = flags;
    await this.workAndPrint(flags, (admin) => setIssueStatus(admin, args['issue'], status));
  }
}

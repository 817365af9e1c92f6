import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminPlanShow extends AdminCommand {
  static override readonly summary = 'Show the plan, what is used and how much room is left.';
  static override readonly examples = ['fleet admin plan show'];
  static override readonly flags = oclifFlags(ADMIN_FLAGS);

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { showPlan } = await import('../../../server/admin/plan.ts');
    await this.workAndPrint(flags, showPlan);
  }
}

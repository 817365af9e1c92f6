import { oclifFlags } from '../../oclif/flags.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';

export default class AdminPlanSet extends AdminCommand {
  static override readonly summary = 'Change the plan of the organisation.';
  static override readonly examples = ['fleet admin plan set --plan team'];
  static override readonly flags = oclifFlags({
    plan: { type: 'option', helpValue: 'free|team|business', description: 'The plan.' },
    status: {
      type: 'option',
      helpValue: 'active|past_due|cancelled',
      description: 'Payment status.',
    },
    'billing-period': {
      type: 'option',
      helpValue: 'monthly|yearly',
      description: 'How often it is paid for.',
    },
    'cancellation-pending': {
      type: 'boolean',
      allowNo: true,
      description: 'Whether it ends with the period.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const changes = {
      plan: flags['plan'],
      status: flags['status'],
      billingPeriod: flags['billing-period'],
      cancellationPending: flags['cancellation-pending'],
    };
    const { setPlan } = await import('../../../server/admin/plan.ts');
    await this.workAndPrint(flags, (admin) => setPlan(admin, changes));
  }
}

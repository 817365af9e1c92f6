import { settingFailure } from '../../contract/failure.ts';
import { settingsOf } from '../audit/audit-details.ts';
import type { Connection } from '../database/connection.ts';
import type { BillingPeriod, OrganisationRow, PlanStatus } from '../database/schema.ts';
import { enforcesPlans } from '../organisation/deployment-queries.ts';
import { updateOrganisation } from '../organisation/organisation-queries.ts';
import { fittingPlan, monthOf, roomLeft } from '../organisation/plan-limits.ts';
import { planUsage } from '../organisation/plan-usage-queries.ts';
import { PLANS } from '../organisation/plans.ts';
import { type Admin, audit, chosenOrganisation } from './admin.ts';

interface PlanChanges {
  readonly plan?: string | undefined;
  readonly status?: string | undefined;
  readonly billingPeriod?: string | undefined;
  readonly cancellationPending?: boolean | undefined;
}

/** The plan in force, what is used and how much room is left. */
export async function showPlan(admin: Admin): Promise<object> {
  const now = admin.store.clock.now();
  return admin.store.read(async (db) =>
    record(db, await chosenOrganisation(db, admin.organisation), now),
  );
}

/** Changes what is given and gives the plan as it now stands. Throws `Failure` usage. */
export async function setPlan(admin: Admin, changes: PlanChanges): Promise<object> {
  const { billingPeriod, cancellationPending, plan, status } = changes;
  const columns = {
    ...(plan === undefined ? {} : { plan: oneOf('plan', plan, CODES) }),
    ...(status === undefined ? {} : { plan_status: oneOf('status', status, STATUSES) }),
    ...(billingPeriod === undefined
      ? {}
      : { billing_period: oneOf('billing-period', billingPeriod, PERIODS) }),
    ...(cancellationPending === undefined
      ? {}
      : { cancellation_pending: cancellationPending ? 1 : 0 }),
  };
  if (Object.keys(columns).length === 0) {
    throw settingFailure('Nothing to set', {
      noneOf: ['plan', 'status', 'billing-period', 'cancellation-pending'],
    });
  }
  return admin.store.write(async (transaction) => {
    const { id } = await chosenOrganisation(transaction.db, admin.organisation);
    const changed = await updateOrganisation(transaction, id, columns);
    await audit(transaction, {
      organisation: id,
      actor: admin.actor,
      action: 'plan.update',
      changed: settingsOf({
        plan,
        status,
        billing_period: billingPeriod,
        cancellation_pending: cancellationPending,
      }),
    });
    return record(transaction.db, changed, transaction.now);
  });
}

const CODES: readonly string[] = PLANS.map(({ code }) => code);
const STATUSES: readonly PlanStatus[] = ['active', 'past_due', 'cancelled'];
const PERIODS: readonly BillingPeriod[] = ['monthly', 'yearly'];

function oneOf<Choice extends string>(
  setting: 'plan' | 'status' | 'billing-period',
  text: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((each) => each === text);
  if (choice !== undefined) return choice;
  throw settingFailure(`The ${setting.replace('-', ' ')} is not known`, {
    setting,
    value: text,
    allowed: choices,
  });
}

async function record(db: Connection, row: OrganisationRow, now: number): Promise<object> {
  const usage = await planUsage(db, row.id, { now, month: monthOf(now) });
  const limits = PLANS.find(({ code }) => code === row.plan)?.limits;
  return {
    plan: row.plan,
    status: row.plan_status,
    billing_period: row.billing_period,
    cancellation_pending: row.cancellation_pending === 1,
    usage,
    room: limits === undefined ? null : roomLeft(limits, usage),
    fitting_plan: fittingPlan(usage)?.code ?? null,
    enforced: await enforcesPlans(db),
  };
}

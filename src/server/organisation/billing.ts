import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { findOrganisation } from './organisation-queries.ts';
import { fittingPlan, monthOf, roomLeft } from './plan-limits.ts';
import { planUsage } from './plan-usage-queries.ts';
import { PLANS } from './plans.ts';

/** Answer of `GET /api/v1/billing` and `get_billing` (specification, "Plan"). */
export async function readBilling({ store, clock, settings, baseUrl }: Service, id: number) {
  const now = clock.now();
  const row = await store.read((db) => findOrganisation(db, id));
  const plan = PLANS.find(({ code }) => code === row?.plan);
  if (row === undefined || plan === undefined) {
    throw new Refusal('internal', 'The plan of the organisation is not known.');
  }
  const usage = await store.read((db) => planUsage(db, id, { now, month: monthOf(now) }));
  return {
    plan: {
      code: plan.code,
      name: plan.name,
      status: row.plan_status,
      billing_period: row.billing_period,
      cancellation_pending: row.cancellation_pending === 1,
      prices: plan.prices,
      currency: plan.currency,
    },
    limits: plan.limits,
    usage,
    room: roomLeft(plan.limits, usage),
    fitting_plan: fittingPlan(usage)?.code ?? null,
    change_at: `${baseUrl()}/dashboard/billing`,
    enforced: settings.enforcePlans,
  };
}

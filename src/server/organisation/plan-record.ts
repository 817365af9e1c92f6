import { z } from 'zod';
import { count } from '../catalogue/record-fields.ts';
import { Refusal } from '../refusal.ts';
import type { Service, ServiceSettings } from '../service.ts';
import { findOrganisation } from './organisation-queries.ts';
import { fittingPlan, monthOf, roomLeft } from './plan-limits.ts';
import { planUsage } from './plan-usage-queries.ts';
import { PLANS } from './plans.ts';

const room = count.nullable();

const limits = z
  .strictObject({
    machines: room,
    people: room,
    hosted_urls: room,
    hosted_deliveries_per_month: room,
    channels: room,
    api_keys: room,
  })
  .describe('Null is without limit.');

const usage = z.strictObject({
  machines: count,
  people: count,
  hosted_urls: count,
  hosted_deliveries_per_month: count,
  channels: count,
  api_keys: count,
});

const prices = z.strictObject({ monthly_cents: count, yearly_cents: count });
const named = { code: z.string(), name: z.string(), prices, currency: z.literal('USD') };

/** Every plan with its prices and limits. */
export const pricingSchema = z
  .strictObject({
    plans: z.array(z.strictObject({ ...named, limits })),
    enforced: z.boolean(),
    sold: z.literal(false).describe('This server sells nothing: its plans and prices are samples.'),
  })
  .meta({ id: 'Pricing' });

/** The plan of an organisation, with what it uses. */
export const billingSchema = z
  .strictObject({
    plan: z.strictObject({
      ...named,
      status: z.enum(['active', 'past_due', 'cancelled']),
      billing_period: z.enum(['monthly', 'yearly']),
      cancellation_pending: z.boolean(),
    }),
    limits,
    usage,
    room: limits,
    fitting_plan: z.string().nullable(),
    change_at: z.string(),
    enforced: z.boolean(),
  })
  .meta({ id: 'Billing' });

/** The response of `GET /api/v1/pricing` and `get_pricing`. */
export function pricingOf({ enforcePlans }: Pick<ServiceSettings, 'enforcePlans'>) {
  return { plans: PLANS, enforced: enforcePlans, sold: false };
}

/** The response of `GET /api/v1/billing` and `get_billing` (specification, "Plan"). */
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
    change_at: `${baseUrl()}/errors/plan_limit`,
    enforced: settings.enforcePlans,
  };
}

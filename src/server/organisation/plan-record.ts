import { z } from 'zod';
import { count } from '../catalogue/record-fields.ts';

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

/** `pricing`. */
export const pricingSchema = z
  .strictObject({
    plans: z.array(z.strictObject({ ...named, limits })),
    enforced: z.boolean(),
  })
  .meta({ id: 'Pricing' });

/** `billingOf`. */
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

import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { hostedUsage } from '../store/hosted-urls.ts';
import { findOrganisation } from '../store/organisations.ts';
import type { Connection } from '../store/store.ts';
import { PLANS, type PlanLimits } from './plans.ts';

/** The month of UTC in which a moment lies, `2026-10`: hosted deliveries are counted by it. */
export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'yyyy-mm'.length);
}

interface Asking {
  readonly service: Pick<Service, 'settings'>;
  readonly caller: { readonly organisation: number };
}

interface Moment {
  readonly db: Connection;
  readonly now: number;
}

/** @throws Refusal `plan_limit` where the plan has no room for one more hosted URL */
export function requireRoomForHostedUrl(call: Asking, moment: Moment): Promise<void> {
  return requireRoom(call, moment, 'hosted_urls');
}

/** @throws Refusal `plan_limit` where the month's hosted deliveries are used up */
export function requireRoomForHostedDelivery(call: Asking, moment: Moment): Promise<void> {
  return requireRoom(call, moment, 'hosted_deliveries_per_month');
}

const WORDS = {
  hosted_urls: 'hosted URLs (hosted_urls)',
  hosted_deliveries_per_month: 'hosted deliveries per month (hosted_deliveries)',
} as const satisfies Partial<Record<keyof PlanLimits, string>>;

async function requireRoom(
  { service, caller }: Asking,
  { db, now }: Moment,
  limit: keyof typeof WORDS,
): Promise<void> {
  if (!service.settings.enforcePlans) return;
  const organisation = await findOrganisation(db, caller.organisation);
  const plan = PLANS.find(({ code }) => code === organisation?.plan);
  const max = plan?.limits[limit] ?? null;
  if (max === null) return;
  const usage = await hostedUsage(db, caller.organisation, monthOf(now));
  const used = limit === 'hosted_urls' ? usage.hosted_urls : usage.hosted_deliveries;
  if (used < max) return;
  throw new Refusal(
    'plan_limit',
    `The plan ${plan?.name ?? ''} has room for ${max} ${WORDS[limit]}, and all are used.`,
  );
}

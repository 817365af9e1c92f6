import type { Connection } from '../database/connection.ts';
import { Refusal } from '../refusal.ts';
import { findOrganisation } from './organisation-queries.ts';
import { type PlanUsage, planUsage } from './plan-usage-queries.ts';
import { PLANS, type Plan, type PlanLimits } from './plans.ts';

/** The month of UTC in which a moment lies, `2026-10`: hosted deliveries are counted by it. */
export function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'yyyy-mm'.length);
}

/** Which organisation adds one more, and when. */
interface PlanCheck {
  readonly db: Connection;
  readonly now: number;
  readonly organisation: number;
  readonly enforcePlans: boolean;
}

const WORDS: Readonly<Record<keyof PlanLimits, string>> = {
  machines: 'machines (machines)',
  people: 'people, those invited included (people)',
  hosted_urls: 'hosted URLs (hosted_urls)',
  hosted_deliveries_per_month: 'hosted deliveries per month (hosted_deliveries)',
  channels: 'notification channels (channels)',
  api_keys: 'API keys (api_keys)',
};

/**
 * Checks the limit in the transaction that adds one more (specification, "Limits": plan limits).
 * Throws `Refusal` `plan_limit` where plans are enforced and the plan has no room.
 */
export async function requirePlanRoom(check: PlanCheck, limit: keyof PlanLimits): Promise<void> {
  const { db, now, organisation, enforcePlans } = check;
  if (!enforcePlans) return;
  const code = (await findOrganisation(db, organisation))?.plan;
  const plan = PLANS.find((each) => each.code === code);
  const max = plan?.limits[limit] ?? null;
  if (max === null) return;
  const usage = await planUsage(db, organisation, { now, month: monthOf(now) });
  if (usage[limit] < max) return;
  throw new Refusal(
    'plan_limit',
    `The plan ${plan?.name ?? ''} has room for ${max} ${WORDS[limit]}, and all are used.`,
  );
}

/** How many more of each fit: never less than 0, and null where there is no limit. */
export function roomLeft(limits: PlanLimits, usage: PlanUsage): PlanLimits {
  const left = (limit: keyof PlanLimits): number | null => {
    const max = limits[limit];
    return max === null ? null : Math.max(0, max - usage[limit]);
  };
  return {
    machines: left('machines'),
    people: left('people'),
    hosted_urls: left('hosted_urls'),
    hosted_deliveries_per_month: left('hosted_deliveries_per_month'),
    channels: left('channels'),
    api_keys: left('api_keys'),
  };
}

/** The smallest plan into which the usage fits; undefined where none is large enough. */
export function fittingPlan(usage: PlanUsage): Plan | undefined {
  const names = Object.keys(WORDS) as readonly (keyof PlanLimits)[];
  return PLANS.find(({ limits }) =>
    names.every((name) => usage[name] <= (limits[name] ?? Number.POSITIVE_INFINITY)),
  );
}

import { Failure } from '../../contract/failure.ts';
import type { WriteTransaction } from '../database/store.ts';
import { enforcesPlans } from '../organisation/deployment-queries.ts';
import { requirePlanRoom } from '../organisation/plan-limits.ts';
import type { PlanLimits } from '../organisation/plans.ts';
import { Refusal } from '../refusal.ts';

/**
 * Checks the plan as the server does that started last on this database. Throws `Failure`
 * refused, `plan_limit`.
 */
export async function requireRoom(
  { db, now }: WriteTransaction,
  organisation: number,
  limit: keyof PlanLimits,
): Promise<void> {
  const enforcePlans = await enforcesPlans(db);
  try {
    await requirePlanRoom({ db, now, organisation, enforcePlans }, limit);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Failure('refused', {
      code: error.code,
      title: 'The plan has no room',
      detail: error.message,
      next: [{ step: 'make_plan_room' }],
      status: error.status,
    });
  }
}

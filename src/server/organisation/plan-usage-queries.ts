import type { Connection } from '../database/connection.ts';
import { hostedUsage } from '../hosted-urls/hosted-url-queries.ts';

/** How much of each limit of a plan an organisation uses. */
export interface PlanUsage {
  readonly machines: number;
  /** People and those who are invited: an invitation that is taken must find room. */
  readonly people: number;
  readonly hosted_urls: number;
  readonly hosted_deliveries_per_month: number;
  readonly channels: number;
  readonly api_keys: number;
}

/** The usage at `now` (specification, "Limits": plan limits); what was revoked or expired is free. */
export async function planUsage(
  db: Connection,
  organisation: number,
  { now, month }: { readonly now: number; readonly month: string },
): Promise<PlanUsage> {
  const count = (table: 'people' | 'channels') =>
    db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('organisation', '=', organisation)
      .executeTakeFirstOrThrow();
  const machines = await db
    .selectFrom('machines')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('organisation', '=', organisation)
    .where('disconnected_at', 'is', null)
    .executeTakeFirstOrThrow();
  const invited = await db
    .selectFrom('invitations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('organisation', '=', organisation)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  const keys = await db
    .selectFrom('api_keys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('organisation', '=', organisation)
    .where('revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  const hosted = await hostedUsage(db, organisation, month);
  return {
    machines: Number(machines.count),
    people: Number((await count('people')).count) + Number(invited.count),
    hosted_urls: hosted.hosted_urls,
    hosted_deliveries_per_month: hosted.hosted_deliveries,
    channels: Number((await count('channels')).count),
    api_keys: Number(keys.count),
  };
}

import type { Connection } from '../database/connection.ts';

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

/** How many URLs of connected machines are on, and how many webhooks they received in `month`. */
async function hostedUsage(
  db: Connection,
  organisation: number,
  month: string,
): Promise<{ readonly hosted_urls: number; readonly hosted_deliveries: number }> {
  const { count } = await db
    .selectFrom('hosted_urls')
    .innerJoin('machines', (join) =>
      join
        .onRef('machines.organisation', '=', 'hosted_urls.organisation')
        .onRef('machines.id', '=', 'hosted_urls.machine'),
    )
    .select((url) => url.fn.countAll<number>().as('count'))
    .where('hosted_urls.organisation', '=', organisation)
    .where('hosted_urls.enabled', '=', 1)
    .where('machines.disconnected_at', 'is', null)
    .executeTakeFirstOrThrow();
  const received = await db
    .selectFrom('hosted_counts')
    .select('received')
    .where('organisation', '=', organisation)
    .where('month', '=', month)
    .executeTakeFirst();
  return { hosted_urls: Number(count), hosted_deliveries: received?.received ?? 0 };
}

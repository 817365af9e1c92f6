import type { Connection } from '../database/connection.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { HeldDeliveryRow, HostedUrlRow } from '../database/tables/webhooks.ts';

type MachineKey = Pick<MachineRow, 'organisation' | 'id'>;

/**
 * Counts a webhook of a URL, unless the URL is off or new by now, its machine is disconnected, or
 * `most` of its webhooks are not collected; gives whether it counted.
 */
export async function countReceived(
  { db }: WriteTransaction,
  url: Pick<HostedUrlRow, 'organisation' | 'machine' | 'skill' | 'token_id'>,
  most: number,
): Promise<boolean> {
  const machine = db
    .selectFrom('machines')
    .select('id')
    .where('organisation', '=', url.organisation)
    .where('id', '=', url.machine)
    .where('disconnected_at', 'is', null);
  const counted = await updateUrl(db, url)
    .set((row) => ({ received: row('received', '+', 1) }))
    .where('token_id', '=', url.token_id)
    .where('enabled', '=', 1)
    .where(({ exists }) => exists(machine))
    .where(({ exists, not }) => not(exists(nthUncollectedOfUrl(db, url, most))))
    .returning('token_id')
    .execute();
  return counted.length > 0;
}

/** Holds a webhook that a hosted URL received, and counts it for the organisation's month. */
export async function insertHostedDelivery(
  { db }: WriteTransaction,
  row: HeldDeliveryRow,
  month: string,
): Promise<void> {
  await db.insertInto('held_deliveries').values(row).execute();
  await db
    .insertInto('hosted_counts')
    .values({ organisation: row.organisation, month, received: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation', 'month'])
        .doUpdateSet((count) => ({ received: count('hosted_counts.received', '+', 1) })),
    )
    .execute();
}

function uncollectedOf(db: Connection, machine: MachineKey) {
  return db
    .selectFrom('held_deliveries')
    .where('organisation', '=', machine.organisation)
    .where('machine', '=', machine.id)
    .where('sealed', 'is not', null);
}

/** What the machine has not collected, oldest first. */
export function uncollectedDeliveries(
  db: Connection,
  machine: MachineKey,
  limit: number,
): Promise<HeldDeliveryRow[]> {
  return uncollectedOf(db, machine).selectAll().orderBy('id').limit(limit).execute();
}

/** Whether a machine has something to collect. */
export async function hasUncollected(db: Connection, machine: MachineKey): Promise<boolean> {
  const found = await uncollectedOf(db, machine).select('id').limit(1).execute();
  return found.length > 0;
}

export function findHostedDelivery(
  db: Connection,
  machine: MachineKey,
  id: number,
): Promise<HeldDeliveryRow | undefined> {
  return db
    .selectFrom('held_deliveries')
    .selectAll()
    .where('organisation', '=', machine.organisation)
    .where('machine', '=', machine.id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Overwrites what the machine has on its own disk now; the row stays until the machine has decided on
 * it. Gives the ids that it had not collected before.
 */
export async function markCollected(
  { db }: WriteTransaction,
  machine: MachineKey,
  ids: readonly number[],
): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const collected = await db
    .updateTable('held_deliveries')
    .set({ sealed: null })
    .where('organisation', '=', machine.organisation)
    .where('machine', '=', machine.id)
    .where('id', 'in', ids)
    .where('sealed', 'is not', null)
    .returning('id')
    .execute();
  return collected.map(({ id }) => id);
}

export async function deleteHostedDelivery(
  { db }: WriteTransaction,
  { organisation, id }: Pick<HeldDeliveryRow, 'organisation' | 'id'>,
): Promise<void> {
  await db
    .deleteFrom('held_deliveries')
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .execute();
}

interface HoldSpan {
  readonly uncollectedBefore: number;
  readonly undecidedBefore: number;
}

/** Held rows of every organisation whose time is over, as many as one transaction takes. */
export async function overdueDeliveries(
  db: Connection,
  { uncollectedBefore, undecidedBefore }: HoldSpan,
): Promise<HeldDeliveryRow[]> {
  const receivedBefore = (ms: number) =>
    db
      .selectFrom('held_deliveries')
      .selectAll()
      .where('received_at', '<', ms)
      .orderBy('received_at')
      .limit(500);
  const undecided = receivedBefore(undecidedBefore).where('sealed', 'is', null);
  return [
    ...(await receivedBefore(uncollectedBefore).where('sealed', 'is not', null).execute()),
    ...(await undecided.execute()),
  ];
}

/** Counts a webhook that its machine never collected or decided on. */
export async function countLost({ db }: WriteTransaction, key: UrlKey): Promise<void> {
  await updateUrl(db, key)
    .set((url) => ({ lost: url('lost', '+', 1) }))
    .execute();
}

/** Counts webhooks that were refused at a cap. */
export async function countRefused(
  { db }: WriteTransaction,
  key: UrlKey,
  webhooks: number,
): Promise<void> {
  await updateUrl(db, key)
    .set((url) => ({ refused: url('refused', '+', webhooks) }))
    .execute();
}

type UrlKey = Pick<HeldDeliveryRow, 'organisation' | 'machine' | 'skill'>;

function updateUrl(db: Connection, { organisation, machine, skill }: UrlKey) {
  return db
    .updateTable('hosted_urls')
    .where('organisation', '=', organisation)
    .where('machine', '=', machine)
    .where('skill', '=', skill);
}

/** How many wait for each machine and skill of an organisation. */
export function countUncollected(
  db: Connection,
  organisation: number,
): Promise<{ machine: number; skill: string; count: number }[]> {
  return db
    .selectFrom('held_deliveries')
    .select((held) => ['machine', 'skill', held.fn.countAll<number>().as('count')] as const)
    .where('organisation', '=', organisation)
    .where('sealed', 'is not', null)
    .groupBy(['machine', 'skill'])
    .execute();
}

/** How many wait for one skill. */
export async function countUncollectedOfUrl(db: Connection, url: UrlKey): Promise<number> {
  const { count } = await uncollectedOfUrl(db, url)
    .select((held) => held.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A row where `count` or more wait for one skill. */
function nthUncollectedOfUrl(db: Connection, url: UrlKey, count: number) {
  return uncollectedOfUrl(db, url)
    .select('skill')
    .offset(count - 1)
    .limit(1);
}

function uncollectedOfUrl(db: Connection, { organisation, machine, skill }: UrlKey) {
  return uncollectedOf(db, { organisation, id: machine }).where('skill', '=', skill);
}

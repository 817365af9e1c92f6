import { sql } from 'kysely';
import type { AlertType } from '../../contract/record/channel.ts';
import type { Connection } from '../database/connection.ts';
import type { PageRequest } from '../database/page.ts';
import { firstIdAt } from '../database/row-id.ts';
import type { AlertRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';

/** As the index `alerts_holding` says it: with a bound value no engine would use it. */
const HOLDS = sql<boolean>`holds = 1`;

interface AlertFilter {
  readonly state: AlertRow['state'];
  readonly type?: AlertType | undefined;
  readonly machine?: number | undefined;
}

export async function insertAlert({ db }: WriteTransaction, row: AlertRow): Promise<void> {
  await db.insertInto('alerts').values(row).execute();
}

/** Newest first, one row more than the limit (`toPage`). */
export function listAlerts(
  db: Connection,
  organisation: number,
  filter: AlertFilter,
  { before, limit }: PageRequest,
): Promise<AlertRow[]> {
  let query = db
    .selectFrom('alerts')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('state', '=', filter.state)
    .orderBy('id', 'desc');
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  if (filter.machine !== undefined) query = query.where('machine', '=', filter.machine);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.limit(limit + 1).execute();
}

/** Alerts of these conditions, or of these types. */
export type AlertsAmong =
  | { readonly conditions: readonly string[] }
  | { readonly types: readonly AlertType[] };

/** The alerts of a machine whose condition lasts, dismissed ones too. */
export function listLastingAlerts(
  db: Connection,
  { organisation, machine }: Pick<AlertRow, 'organisation' | 'machine'>,
  among?: AlertsAmong,
): Promise<AlertRow[]> {
  let query = db
    .selectFrom('alerts')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('machine', '=', machine)
    .where(HOLDS);
  if (among !== undefined) {
    query =
      'types' in among
        ? query.where('type', 'in', among.types)
        : query.where('condition', 'in', among.conditions);
  }
  return query.execute();
}

/** Alerts of every organisation whose condition has lasted since `openedBefore`, dismissed ones too. */
export function listLastingSince(
  db: Connection,
  condition: string,
  openedBefore: number,
): Promise<AlertRow[]> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('condition', '=', condition)
    .where(HOLDS)
    .where('opened_at', '<=', openedBefore)
    .limit(1000)
    .execute();
}

/**
 * Whether a machine opened `count` alerts or more in the time before this one, whatever became of them:
 * the same when it opens and when it resolves. Not by their ids alone: where the clock was ahead once, those
 * are ahead until then.
 */
export async function isBeyondFirst(
  db: Connection,
  { organisation, machine, id, opened_at }: AlertRow,
  { count, withinMs }: { readonly count: number; readonly withinMs: number },
): Promise<boolean> {
  let before = 0;
  for (const state of ['open', 'resolved'] as const) {
    // A state at a time, as the index `alerts_of_machine` has them.
    const found = await db
      .selectFrom('alerts')
      .select('id')
      .where('organisation', '=', organisation)
      .where('machine', '=', machine)
      .where('state', '=', state)
      .where('id', '>=', firstIdAt(opened_at - withinMs))
      .where('id', '<', id)
      .where('opened_at', '>=', opened_at - withinMs)
      .where('opened_at', '<=', opened_at)
      .limit(count)
      .execute();
    before += found.length;
  }
  return before >= count;
}

/** Notes that the condition has ended: an open alert resolves, a dismissed one may open again. */
export function endAlert({ db, now }: WriteTransaction, alert: AlertRow): Promise<AlertRow> {
  return db
    .updateTable('alerts')
    .set({ holds: 0, state: 'resolved', resolved_at: alert.resolved_at ?? now })
    .where('organisation', '=', alert.organisation)
    .where('id', '=', alert.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An alert that is open; a resolved one counts as none. */
export function findOpenAlert(
  db: Connection,
  organisation: number,
  id: number,
): Promise<AlertRow | undefined> {
  return db
    .selectFrom('alerts')
    .selectAll()
    .where('organisation', '=', organisation)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

/** Resolves an alert whose condition may still last. */
export function resolveAlert({ db, now }: WriteTransaction, alert: AlertRow): Promise<AlertRow> {
  return db
    .updateTable('alerts')
    .set({ state: 'resolved', resolved_at: now })
    .where('organisation', '=', alert.organisation)
    .where('id', '=', alert.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

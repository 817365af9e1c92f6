import { sql } from 'kysely';
import { timeOfId } from '../row-id.ts';
import type { Store, WriteTransaction } from '../store.ts';
import { type CountedDay, dayAt, firstOpenDay } from './kept-days.ts';

/** Nobody asks for a day that is older. */
const KEPT_DAYS = 100;
/** So many days in one transaction, which is a millisecond or two. */
const STEP_DAYS = 10;

/** Keeps what was counted of closed days, except where a day changed while it was counted. */
export async function keepDays(
  store: Store,
  organisation: number,
  counted: readonly CountedDay[],
): Promise<void> {
  for (let at = 0; at < counted.length; at += STEP_DAYS) {
    const rows = counted
      .slice(at, at + STEP_DAYS)
      .map((one) => ({ ...one, organisation, figures: JSON.stringify(one.figures) }));
    await store.write(
      async ({ db, now }) => {
        await db
          .insertInto('kept_days')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['organisation', 'day'])
              .doUpdateSet({ figures: sql`excluded.figures` })
              .where(sql<boolean>`kept_days.version = excluded.version`),
          )
          .execute();
        await db
          .deleteFrom('kept_days')
          .where('organisation', '=', organisation)
          .where('day', '<', dayAt(now) - KEPT_DAYS)
          .execute();
      },
      [`kept days of ${organisation}`],
    );
  }
}

/**
 * To be called in each transaction that changes figures of jobs counted at these moments: those of
 * days that are over are counted again when somebody asks.
 */
export async function forgetDays(
  { db, now }: WriteTransaction,
  organisation: number,
  moments: readonly number[],
): Promise<void> {
  const today = dayAt(now);
  const days = [...new Set(moments.map(dayAt))].filter((day) => day < today).sort(byNumber);
  if (days.length === 0) return;
  await db
    .insertInto('kept_days')
    .values(days.map((day) => ({ organisation, day, version: 1, figures: null })))
    .onConflict((conflict) =>
      conflict
        .columns(['organisation', 'day'])
        .doUpdateSet({ version: sql`kept_days.version + 1`, figures: null }),
    )
    .execute();
}

/** The same for deliveries, which count on the day of their receipt, which their ids carry. */
export function forgetDaysOfIds(
  transaction: WriteTransaction,
  organisation: number,
  ids: readonly number[],
): Promise<void> {
  return forgetDays(transaction, organisation, ids.map(timeOfId));
}

/** Forgets what was counted of days that are not over at `now`, by a clock that was ahead then. */
export async function forgetOpenDays(
  store: Store,
  organisation: number,
  now: number,
): Promise<void> {
  const from = firstOpenDay(now);
  const counted = await store.read((db) =>
    db
      .selectFrom('kept_days')
      .select('day')
      .where('organisation', '=', organisation)
      .where('day', '>=', from)
      .where('figures', 'is not', null)
      .limit(1)
      .execute(),
  );
  if (counted.length === 0) return;
  await store.write(
    async ({ db }) => {
      await db
        .updateTable('kept_days')
        .set({ version: sql`version + 1`, figures: null })
        .where('organisation', '=', organisation)
        .where('day', '>=', from)
        .execute();
    },
    [`kept days of ${organisation}`],
  );
}

function byNumber(one: number, other: number): number {
  return one - other;
}

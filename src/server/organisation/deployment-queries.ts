import type { Connection } from '../database/connection.ts';
import type { Store } from '../database/store.ts';

/** Notes whether the server that starts now enforces plans, for `fleet admin` beside it. */
export async function saveEnforcement(store: Store, enforced: boolean): Promise<void> {
  if ((await store.read(enforcesPlans)) === enforced) return;
  const row = { name: 'enforce_plans', value: enforced ? '1' : '0' } as const;
  await store.write(async ({ db }) => {
    await db
      .insertInto('deployment')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
      .execute();
  });
}

/** Whether the server that started last on this database enforces plans. */
export async function enforcesPlans(db: Connection): Promise<boolean> {
  const noted = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', 'enforce_plans')
    .executeTakeFirst();
  return noted?.value === '1';
}

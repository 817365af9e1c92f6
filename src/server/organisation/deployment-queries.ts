import type { Connection } from '../database/connection.ts';
import type { Store } from '../database/store.ts';
import { keepsEverything } from './keep-rule.ts';
import { listOrganisations } from './organisation-queries.ts';

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

/**
 * Whether to say that history is kept for ever, since no person has set a rule: once for a database
 * that an older version made, which the migration noted.
 */
export async function takeHistoryNotice(store: Store): Promise<boolean> {
  if (!(await store.read(isNoticeDue))) return false;
  return store.write(async ({ db }) => {
    if (!(await isNoticeDue(db))) return false;
    await db.deleteFrom('deployment').where('name', '=', 'history_notice').execute();
    return (await listOrganisations(db)).some(keepsEverything);
  });
}

async function isNoticeDue(db: Connection): Promise<boolean> {
  const notice = db.selectFrom('deployment').select('name').where('name', '=', 'history_notice');
  return (await notice.executeTakeFirst()) !== undefined;
}

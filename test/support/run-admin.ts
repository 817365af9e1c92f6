import type { Clock } from '../../src/base/time/clock.ts';
import type { Admin } from '../../src/server/admin/admin.ts';
import { withAdmin } from '../../src/server/with-admin.ts';
import { databaseOf } from './postgres/test-database.ts';
import type { TestServer } from './test-server.ts';

const ADA = { kind: 'person', name: 'ada' } as const;

/** Does what `fleet admin` does, beside the running server. */
export async function runAdmin<T>(
  { dataFolder }: TestServer,
  work: (admin: Admin) => Promise<T>,
  clock?: Clock,
): Promise<T> {
  const database = await databaseOf(dataFolder);
  return withAdmin({ dataFolder, database, actor: ADA, ...(clock && { clock }) }, work);
}

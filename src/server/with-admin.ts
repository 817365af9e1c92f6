import type { Clock } from '../base/time/clock.ts';
import type { Actor, Admin } from './admin/admin.ts';
import { openStore } from './database/open-store.ts';
import { REACTIONS } from './reactions.ts';

export interface AdminOptions {
  readonly dataFolder: string;
  /** `postgres://…`, in place of the folder's own database. */
  readonly database?: string | undefined;
  readonly actor: Actor;
  readonly organisation?: string | undefined;
  readonly clock?: Clock;
}

/**
 * Opens a database for `fleet admin`, also beside a running server, and closes it after `work`. Throws
 * `Failure` as `openStore`, and not_found where no server has started on it yet.
 */
export async function withAdmin<T>(
  { dataFolder, database, actor, organisation, clock }: AdminOptions,
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  const options = { folder: dataFolder, database, clock, role: 'admin', mustExist: true } as const;
  const store = await openStore(options, REACTIONS);
  try {
    return await work({ store, actor, organisation });
  } finally {
    await store.close();
  }
}

import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../base/time/clock.ts';
import type { Connection } from '../connection.ts';
import { createIdSource, type IdSource, SLOTS } from '../row-id.ts';
import { ConnectionLost } from './pool.ts';

interface LeaseOptions {
  readonly clock: Clock;
  /** Runs a transaction as if it were alone. */
  readonly transact: <T>(work: (transaction: Connection) => Promise<T>) => Promise<T>;
  /** Milliseconds by the clock of the database's computer. */
  readonly measureTime: (db: Connection) => Promise<number>;
  readonly newestId: number;
}

/** The id slot of this process, leased in the database. */
export interface SlotLease {
  /** Throws `ConnectionLost` while the lease is not certain. */
  readonly ids: IdSource;
  release(): Promise<void>;
}

const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const RETRY_MS = 1000;

/** Every slot is leased: sixteen processes work on the database already. */
class NoFreeSlot extends Error {}

/**
 * Leases one of the sixteen slots and renews the lease until it is released. A process that could
 * not renew in time (paused, cut off) gives no ids until it has a slot again, since its old one may
 * be another's by then. Time is measured by the process's own steady timer, from before the renewal
 * was sent, so the lease ends here before it ends in the database.
 */
export async function leaseSlot(options: LeaseOptions): Promise<SlotLease> {
  const { clock, transact, measureTime } = options;
  const holder = randomUUID();
  let released = false;
  let newest = options.newestId;
  let slot = -1;
  let validUntil = 0;
  let source = createIdSource(0, newest);
  let cancel = (): void => {};

  async function renew(): Promise<void> {
    const sentAt = performance.now();
    const leasedSlot = await transact(async (db) => {
      const now = await measureTime(db);
      const expires_at = now + LEASE_MS;
      const leases = await db.selectFrom('process_slots').selectAll().execute();
      const free = freeSlot(leases, { now, holder });
      await db
        .insertInto('process_slots')
        .values({ slot: free, holder, expires_at })
        .onConflict((existing) => existing.column('slot').doUpdateSet({ holder, expires_at }))
        .execute();
      return free;
    });
    if (leasedSlot !== slot) source = createIdSource(leasedSlot, newest);
    slot = leasedSlot;
    validUntil = sentAt + LEASE_MS;
  }

  async function keepRenewing(): Promise<void> {
    const renewed = await renew().then(
      () => true,
      () => false,
    );
    if (!released) cancel = clock.after(renewed ? RENEW_MS : RETRY_MS, keepRenewing);
  }

  /** The source, while the slot is certainly ours. */
  function leased(): IdSource {
    if (performance.now() < validUntil) return source;
    throw new ConnectionLost('the lease of the id slot ended');
  }

  await renew();
  cancel = clock.after(RENEW_MS, keepRenewing);
  return {
    ids: {
      next(nowMs) {
        newest = leased().next(nowMs);
        return newest;
      },
      late: (ms, stored) => leased().late(ms, stored),
      idsIn: (ms) => leased().idsIn(ms),
    },
    async release() {
      released = true;
      cancel();
      await transact((db) => db.deleteFrom('process_slots').where('holder', '=', holder).execute());
    },
  };
}

interface Lease {
  readonly slot: number;
  readonly holder: string;
  readonly expires_at: number;
}

/** The holder's own slot, or else the first that nobody holds. Throws `NoFreeSlot`. */
function freeSlot(
  leases: readonly Lease[],
  { now, holder }: { readonly now: number; readonly holder: string },
): number {
  const own = leases.find((lease) => lease.holder === holder);
  if (own !== undefined) return own.slot;
  const taken = new Set(
    leases.filter((lease) => lease.expires_at > now).map((lease) => lease.slot),
  );
  const free = Array.from({ length: SLOTS }, (_, slot) => slot).find((slot) => !taken.has(slot));
  if (free === undefined) throw new NoFreeSlot(`all ${SLOTS} slots are leased`);
  return free;
}

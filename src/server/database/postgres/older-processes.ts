import { sql } from 'kysely';
import { backgroundClock } from '../../../base/time/clock.ts';
import { pause } from '../../../base/time/pause.ts';
import { Failure } from '../../../contract/failure.ts';
import type { Connection } from '../connection.ts';

const LOOK_MS = 250;

/** A lease as processes of the first versions renewed it every ten seconds, for thirty. */
interface OldLease {
  readonly slot: number;
  readonly expires_at: number;
}

/**
 * Waits until no process of a version lives that leases its slot in a table, and takes the table
 * away, so that none leases one again: it would give ids that are another process's now. A lease
 * whose process was killed runs out within thirty seconds.
 * Throws `Failure` local, `older_version_running`, for a process that renews its lease.
 */
export async function endOlderProcesses(db: Connection): Promise<void> {
  const first = new Map((await liveLeases(db)).map((lease) => [lease.slot, lease.expires_at]));
  for (;;) {
    const live = await liveLeases(db);
    if (live.some(({ slot, expires_at }) => first.get(slot) !== expires_at)) throw stillRunning();
    if (live.length === 0) break;
    await pause(backgroundClock, LOOK_MS);
  }
  // Waits for what such a process writes now, and shuts out one that comes back from a long pause.
  await sql`lock table migrations, process_slots in access exclusive mode`.execute(db);
  if ((await liveLeases(db)).length > 0) throw stillRunning();
  await db.schema.dropTable('process_slots').execute();
}

async function liveLeases(db: Connection): Promise<readonly OldLease[]> {
  const { rows } = await sql<OldLease>`
    select slot, expires_at from process_slots
    where expires_at > extract(epoch from clock_timestamp()) * 1000`.execute(db);
  return rows;
}

function stillRunning(): Failure {
  return new Failure('local', {
    code: 'older_version_running',
    title: 'An older version works on the database',
    detail: 'A process of an older version of fleet holds a slot that this version gives anew.',
    advice: 'Stop every fleet serve of the older version, then start this one.',
  });
}

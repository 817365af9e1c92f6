import { LARGE_SYNCS } from '../../contract/sync.ts';

/** Limits what one machine sends in large syncs. */
interface SyncLimit {
  /** Counts a sync that arrives at `nowMs`; gives 0, or the seconds until the machine may send it. */
  take(machine: number, bytes: number, nowMs: number): number;
}

/** What a machine has sent and time has not taken off yet. */
interface Sent {
  readonly bytes: number;
  readonly atMs: number;
}

/**
 * The limit of this process (`LARGE_SYNCS`). A sync that is larger than what is left is taken all the same, so that the
 * largest one is, and those after it wait until time has made up for it.
 */
export function createSyncLimit(): SyncLimit {
  const { smallBytes, burstBytes, bytesPerSecond } = LARGE_SYNCS;
  const sentBy = new Map<number, Sent>();
  return {
    take(machine, bytes, nowMs) {
      if (bytes <= smallBytes) return 0;
      const left = remaining(sentBy.get(machine), nowMs);
      if (left >= burstBytes) {
        return Math.max(1, Math.ceil((left - burstBytes) / bytesPerSecond));
      }
      sentBy.set(machine, { bytes: left + bytes, atMs: nowMs });
      return 0;
    },
  };
}

function remaining(sent: Sent | undefined, nowMs: number): number {
  if (sent === undefined) return 0;
  const passedMs = Math.max(0, nowMs - sent.atMs);
  return Math.max(0, sent.bytes - (passedMs * LARGE_SYNCS.bytesPerSecond) / 1000);
}

import { LARGE_SYNCS, SMALL_SYNCS } from '../../contract/sync.ts';
import type { MachineRow } from '../database/schema.ts';

/** Limits what one machine sends, large syncs (`LARGE_SYNCS`) apart from small ones (`SMALL_SYNCS`). */
interface SyncLimit {
  /** 0 where the machine may send a sync of this size at `nowMs`, else the seconds until it may. */
  waitSeconds(machine: number, bytes: number, nowMs: number): number;
  /** Counts a sync where it may be sent; gives the same. */
  take(machine: Pick<MachineRow, 'id' | 'report'>, bytes: number, nowMs: number): number;
  /** Takes off what was counted too much of a large one. */
  giveBack(machine: number, bytes: number): void;
}

/** What a machine has sent and time has not taken off yet. */
interface Sent {
  readonly bytes: number;
  readonly atMs: number;
}

/**
 * The limit of this process. A sync that is larger than what is left is taken all the same, so that
 * the largest one is, and those after it wait until time has made up for it.
 */
export function createSyncLimit(): SyncLimit {
  const large = new Map<number, Sent>();
  const small = new Map<number, Sent>();
  const countsOf = (bytes: number) => (bytes > LARGE_SYNCS.smallBytes ? large : small);

  function waitSeconds(machine: number, bytes: number, nowMs: number): number {
    const { burstBytes, bytesPerSecond } = LARGE_SYNCS;
    const over = remaining(countsOf(bytes).get(machine), nowMs) - burstBytes;
    return over < 0 ? 0 : Math.max(1, Math.ceil(over / bytesPerSecond));
  }

  return {
    waitSeconds,
    take(machine, bytes, nowMs) {
      const wait = waitSeconds(machine.id, bytes, nowMs);
      if (wait > 0) return wait;
      const counts = countsOf(bytes);
      const left = remaining(counts.get(machine.id), nowMs);
      const counted = counts === large ? bytes : costOfSmall(bytes, machine.report ?? '');
      counts.set(machine.id, { bytes: left + counted, atMs: nowMs });
      return 0;
    },
    giveBack(machine, bytes) {
      const sent = large.get(machine);
      if (sent !== undefined) large.set(machine, { ...sent, bytes: sent.bytes - bytes });
    },
  };
}

/** What a small sync costs grows with the report of its machine, which is read and written with each. */
function costOfSmall(bytes: number, report: string): number {
  return Math.max(bytes, SMALL_SYNCS.countedBytesMin, report.length / SMALL_SYNCS.reportsOfOne);
}

function remaining(sent: Sent | undefined, nowMs: number): number {
  if (sent === undefined) return 0;
  // Where the clock was set back, what it went back by counts as passed: no wait becomes longer.
  const passedMs = Math.abs(nowMs - sent.atMs);
  return Math.max(0, sent.bytes - (passedMs * LARGE_SYNCS.bytesPerSecond) / 1000);
}

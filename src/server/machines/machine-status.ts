import type { MachineStatus } from '../../contract/record/machine.ts';
import type { MachineRow } from '../database/schema.ts';
import type { Service } from '../service.ts';
import { readMachineReport } from './machine-report.ts';

/** What a machine's status depends on beside the machine; all times in milliseconds. */
export interface StatusContext {
  readonly now: number;
  readonly startedAtMs: number;
  /** When any machine synced last before the start. */
  readonly newestSyncMs: number;
  readonly syncIntervalMs: number;
}

export const MISSED_SYNCS = 3;

export function statusContextOf(service: Service): StatusContext {
  const { clock, newestSyncMs, settings, startedAtMs } = service;
  const syncIntervalMs = settings.syncIntervalSeconds * 1000;
  return { now: clock.now(), startedAtMs, newestSyncMs, syncIntervalMs };
}

/**
 * A machine that synced last before this moment is offline: it missed three intervals by the
 * server's clock. For one interval after a start, what was not offline when a machine could sync last
 * is not either, since nobody could sync meanwhile. It is at least 0, a time that every
 * database can compare with.
 */
export function offlineBefore(context: StatusContext): number {
  const { newestSyncMs, now, startedAtMs, syncIntervalMs } = context;
  // A start that lies ahead is one by a clock that was set back since.
  const inGrace = Math.abs(now - startedAtMs) < syncIntervalMs;
  const until = inGrace ? Math.min(newestSyncMs, now) : now;
  return Math.max(0, until - MISSED_SYNCS * syncIntervalMs);
}

export function machineStatus(
  machine: Pick<MachineRow, 'last_sync_at' | 'disconnected_at' | 'report'>,
  moment: StatusContext,
): MachineStatus {
  const { last_sync_at: lastSync, disconnected_at: disconnected } = machine;
  if (disconnected !== null || lastSync === null || lastSync < offlineBefore(moment)) {
    return 'offline';
  }
  const failing = readMachineReport(machine)?.checks.some(({ state }) => state === 'failing');
  return failing ? 'degraded' : 'online';
}

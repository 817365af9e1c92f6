import type { MachineStatus } from '../../contract/record/machine.ts';
import type { MachineRow } from '../database/schema.ts';
import type { Service } from '../service.ts';
import { readMachineReport } from './machine-report.ts';

/** What a machine's status depends on beside the machine; all times in milliseconds. */
export interface StatusContext {
  readonly now: number;
  readonly startedAtMs: number;
  readonly syncIntervalMs: number;
}

export const MISSED_SYNCS = 3;

export function statusContextOf({ clock, settings, startedAtMs }: Service): StatusContext {
  return { now: clock.now(), startedAtMs, syncIntervalMs: settings.syncIntervalSeconds * 1000 };
}

/**
 * A machine that synced last before this moment is offline: it missed three intervals by the
 * server's clock. After a start nobody is, for one interval, since nobody could sync before; then the
 * moment is 0, a time that every database can compare with.
 */
export function offlineBefore({ now, startedAtMs, syncIntervalMs }: StatusContext): number {
  const inGrace = now < startedAtMs + syncIntervalMs;
  return inGrace ? 0 : now - MISSED_SYNCS * syncIntervalMs;
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

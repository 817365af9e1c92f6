import type { MachineRow } from '../database/schema.ts';

/**
 * The turn of a write that changes nothing but one machine's row, jobs, commands, deliveries, alerts
 * and secrets, and adds to the audit log and to what is to be sent (`Store.write`).
 */
export function machineTurn(machine: MachineRow['id']): string {
  return `machine ${machine}`;
}

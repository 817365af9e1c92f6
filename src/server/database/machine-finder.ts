import type { Connection } from './connection.ts';
import type { MachineRow } from './schema.ts';

/** Finds machines for all who look for one at the same time. */
export interface MachineFinder {
  withId(id: MachineRow['id']): Promise<MachineRow | undefined>;
  /** Those of the organisation with this name or hostname, newest first. */
  named(organisation: MachineRow['organisation'], name: string): Promise<MachineRow[]>;
}

/** Of connections whose engine looks for several machines in one statement. */
const finders = new WeakMap<Connection, MachineFinder>();

/** Has the machines that are looked for over this connection found by `finder`. */
export function findMachinesWith(db: Connection, finder: MachineFinder): void {
  finders.set(db, finder);
}

/** What finds machines over this connection, where a statement for each is not the way. */
export function machineFinderOf(db: Connection): MachineFinder | undefined {
  return finders.get(db);
}

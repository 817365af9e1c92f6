import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { defineEvent } from '../database/transaction-event.ts';
import { machineTopic } from '../long-poll/topics.ts';
import { resolveMachineAlerts } from './machine-alerts.ts';
import { updateMachine } from './machine-queries.ts';

/** A machine's pairing has ended; it reports nothing any more. */
export const machineDisconnected = defineEvent<MachineRow>('machine disconnected');

/**
 * Ends a machine's pairing: its token stops working, a sync that waits ends, its commands are
 * cancelled, its jobs and its alerts end. History stays; pairing again makes a new machine
 * (specification, "Moves that are shown").
 */
export async function unpairMachine(
  transaction: WriteTransaction,
  machine: MachineRow,
): Promise<MachineRow> {
  const disconnected = await updateMachine(transaction, machine, {
    disconnected_at: transaction.now,
    token_hash: '',
  });
  await transaction.emit(machineDisconnected, disconnected);
  await resolveMachineAlerts(transaction, disconnected);
  transaction.wake(machineTopic(machine.id));
  return disconnected;
}

import { unfinishedCommandsOf } from '../store/commands.ts';
import { updateMachine } from '../store/machines.ts';
import type { MachineRow } from '../store/schema.ts';
import type { WriteTransaction } from '../store/store.ts';
import { settleAlerts } from './alerts.ts';
import { finishCommand } from './finish-command.ts';
import { machineTopic } from './topics.ts';

/**
 * Ends a machine's pairing: its token stops working, a sync that is held ends, what it was still to
 * do is cancelled and its alerts are over. History stays; pairing again makes a new machine
 * (specification, "Moves that are shown").
 */
export async function disconnectMachine(
  transaction: WriteTransaction,
  machine: MachineRow,
): Promise<MachineRow> {
  const disconnected = await updateMachine(transaction, machine, {
    disconnected_at: transaction.now,
    token_hash: '',
  });
  const error = { code: 'revoked', message: 'The machine was disconnected.' };
  for (const command of await unfinishedCommandsOf(transaction, machine)) {
    await finishCommand(transaction, command, { event: 'cancel', error, result: null });
  }
  await settleAlerts(transaction, machine, { begin: [], over: () => true });
  transaction.wake(machineTopic(machine.id));
  return disconnected;
}

import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { unfinishedCommandsOf } from './command-queries.ts';
import { finishCommand } from './finish-command.ts';

/** Cancels the commands that a disconnected machine has not finished. */
export async function cancelCommands(
  transaction: WriteTransaction,
  machine: MachineRow,
): Promise<void> {
  const error = { code: 'revoked', message: 'The machine was disconnected.' };
  for (const command of await unfinishedCommandsOf(transaction, machine)) {
    await finishCommand(transaction, command, { event: 'cancel', error, result: null });
  }
}

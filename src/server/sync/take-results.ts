import type { CommandResult } from '../../contract/sync.ts';
import { finishCommand } from '../fleet/finish-command.ts';
import { takeSecret } from '../fleet/take-secret.ts';
import { findCommand } from '../store/commands.ts';
import { parseId } from '../store/row-id.ts';
import type { MachineRow } from '../store/schema.ts';
import type { WriteTransaction } from '../store/store.ts';

/** Ends the machine's commands as it says; a repeated result, or one of another machine, is nothing. */
export async function takeResults(
  transaction: WriteTransaction,
  machine: MachineRow,
  results: readonly CommandResult[],
): Promise<void> {
  for (const { command: text, error, result } of results) {
    const id = parseId('cmd', text);
    if (id === undefined) continue;
    const command = await findCommand(transaction.db, machine.organisation, id);
    if (command?.machine !== machine.id) continue;
    const event = error === null ? 'succeed' : 'fail';
    const end =
      command.type === 'secret.generate'
        ? await takeSecret(transaction, command, { error, result })
        : ({ event, error, result } as const);
    await finishCommand(transaction, command, end);
  }
}

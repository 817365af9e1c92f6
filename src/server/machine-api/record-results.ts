import type { CommandResult } from '../../contract/sync.ts';
import { findCommand } from '../commands/command-queries.ts';
import { finishCommand } from '../commands/finish-command.ts';
import { parseId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { storeSealedSecret } from '../secrets/store-sealed-secret.ts';

/** Ends the machine's commands as it says; a repeated result, or one of another machine, is nothing. */
export async function recordResults(
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
        ? await storeSealedSecret(transaction, command, { error, result })
        : ({ event, error, result } as const);
    await finishCommand(transaction, command, end);
  }
}

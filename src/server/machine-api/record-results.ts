import type { CommandResult } from '../../contract/sync.ts';
import { findCommand } from '../commands/command-queries.ts';
import { type CommandEnd, finishCommand } from '../commands/finish-command.ts';
import { isBodyRequest, withheldResult } from '../commands/withheld-result.ts';
import { parseId } from '../database/row-id.ts';
import type { CommandRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { storeSealedSecret } from '../secrets/store-sealed-secret.ts';

/**
 * Ends the machine's commands as it says, also those that expired meanwhile; a repeated result, or one
 * of another machine, is nothing.
 */
export async function recordResults(
  transaction: WriteTransaction,
  machine: MachineRow,
  { results, keepsBodies }: { results: readonly CommandResult[]; keepsBodies: boolean },
): Promise<void> {
  for (const { command: text, error, result: given } of results) {
    const id = parseId('cmd', text);
    if (id === undefined) continue;
    const command = await findCommand(transaction.db, machine.organisation, id);
    if (command?.machine !== machine.id) continue;
    const isBody = error === null && isBodyRequest(command);
    const result = isBody && !keepsBodies ? withheldResult(command) : given;
    await finishCommand(transaction, command, await endOf(transaction, command, { error, result }));
  }
}

async function endOf(
  transaction: WriteTransaction,
  command: CommandRow,
  { error, result }: Pick<CommandResult, 'error' | 'result'>,
): Promise<CommandEnd> {
  // The machine's word for a command that it did not begin, since its time was over.
  if (error?.code === 'expired') return { event: 'expire', error, result: null };
  if (command.type === 'secret.generate') {
    return storeSealedSecret(transaction, command, { error, result });
  }
  return { event: error === null ? 'succeed' : 'fail', error, result };
}

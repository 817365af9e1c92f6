import type { CommandError } from '../../contract/record/command.ts';
import type { CommandRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { defineEvent } from '../database/transaction-event.ts';
import { commandTopic } from '../long-poll/topics.ts';
import { updateCommand } from './command-queries.ts';
import { type CommandEvent, nextCommandStatus } from './command-state.ts';

/** How a command ends. */
export interface CommandEnd {
  readonly event: Exclude<CommandEvent, 'deliver'>;
  readonly error: CommandError | null;
  readonly result: unknown;
}

/** A command and how it has ended. */
export interface FinishedCommand {
  readonly command: CommandRow;
  readonly end: CommandEnd;
}

/** A command has ended; what it was about follows in the same transaction. */
export const commandFinished = defineEvent<FinishedCommand>('command finished');

/** Ends a command once and emits `commandFinished`; a second end changes nothing. */
export async function finishCommand(
  transaction: WriteTransaction,
  command: CommandRow,
  end: CommandEnd,
): Promise<void> {
  const status = nextCommandStatus(command.status, end.event);
  if (status === undefined) return;
  const finished = await updateCommand(transaction, command, {
    status,
    error: end.error === null ? null : JSON.stringify(end.error),
    result: end.result === undefined || end.result === null ? null : JSON.stringify(end.result),
    finished_at: transaction.now,
  });
  transaction.wake(commandTopic(command.id));
  await transaction.emit(commandFinished, { command: finished, end });
}

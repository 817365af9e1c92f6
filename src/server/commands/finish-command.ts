import type { CommandError } from '../../contract/record/command.ts';
import { recordMachineAudit } from '../audit/record-audit.ts';
import type { CommandRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { defineEvent } from '../database/transaction-event.ts';
import { commandTopic } from '../long-poll/topics.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { updateCommand } from './command-queries.ts';
import { type CommandEvent, isDue, nextCommandStatus } from './command-state.ts';

/** How a command ends. */
export interface CommandEnd {
  readonly event: Exclude<CommandEvent, 'deliver'>;
  readonly error: CommandError | null;
  readonly result: unknown;
  /** Set where the result came too late for who asked, though the command had not expired. */
  readonly isLate?: true;
}

/** A command and how it has ended. */
export interface FinishedCommand {
  readonly command: CommandRow;
  readonly end: CommandEnd;
}

/** A command has ended; what it was about follows in the same transaction. */
export const commandFinished = defineEvent<FinishedCommand>('command finished');

/**
 * Ends a command once and emits `commandFinished`; a second end changes nothing. A result of a command
 * whose time is over replaces that, and is marked and audited as late.
 */
export async function finishCommand(
  transaction: WriteTransaction,
  command: CommandRow,
  end: CommandEnd,
): Promise<void> {
  const status = nextCommandStatus(command.status, end.event);
  if (status === undefined) return;
  const isResult = status === 'succeeded' || status === 'failed';
  const isTooLate = command.status === 'expired' || isDue(command, transaction.now);
  const isLate = isResult && (end.isLate ?? isTooLate);
  const finished = await updateCommand(transaction, command, {
    status,
    late: isLate ? 1 : 0,
    error: end.error === null ? null : JSON.stringify(end.error),
    result: end.result === undefined || end.result === null ? null : JSON.stringify(end.result),
    finished_at: transaction.now,
  });
  if (isLate) await recordLateResult(transaction, finished);
  transaction.wake(commandTopic(command.id));
  await transaction.emit(commandFinished, { command: finished, end });
}

async function recordLateResult(transaction: WriteTransaction, command: CommandRow): Promise<void> {
  const machine = await findMachine(transaction.db, command.organisation, command.machine);
  if (machine === undefined) return;
  await recordMachineAudit(transaction, machine, {
    action: 'command.late',
    command: command.id,
    job: command.job ?? undefined,
    skill: command.skill ?? undefined,
  });
}

import { commandsOfJob } from '../commands/command-queries.ts';
import { isDue, isFinished } from '../commands/command-state.ts';
import { formatId } from '../database/row-id.ts';
import type { CommandRow, JobRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { Refusal } from '../refusal.ts';

/**
 * Refuses an answer while it is not known whether the machine took an earlier one: the job may have gone on
 * with that, and what it asks by then is another question. Throws `Refusal` `invalid_request`.
 */
export async function requireNoAnswerOnItsWay(
  { db, now }: WriteTransaction,
  job: JobRow,
  machine: MachineRow,
): Promise<void> {
  const commands = await commandsOfJob(db, job.organisation, job.id);
  const open = commands.find((command) => isOnItsWay(command, machine, now));
  if (open === undefined) return;
  throw new Refusal(
    'invalid_request',
    `\`job\` has an answer already, ${formatId('cmd', open.id)}, of which its machine has not said yet whether it took it. Nothing was sent; look at the job then, which may ask something else.`,
  );
}

/** Beyond its time one is so while its machine, which has it, was not heard since. */
function isOnItsWay(command: CommandRow, { last_sync_at }: MachineRow, now: number): boolean {
  const { delivered_at, status, type } = command;
  if (type !== 'job.answer') return false;
  const isOver = status === 'expired' || isDue(command, now);
  if (!isOver) return !isFinished(status);
  return delivered_at !== null && (last_sync_at ?? 0) <= delivered_at;
}

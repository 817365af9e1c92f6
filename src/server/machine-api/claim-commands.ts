import { parseJson } from '../../base/json/lossless.ts';
import type { AnyCommand } from '../../contract/command-type.ts';
import type { QueuedCommand } from '../../contract/sync.ts';
import { unfinishedCommandsOf, updateCommand } from '../commands/command-queries.ts';
import { COMMAND_TTL_MS, nextCommandStatus } from '../commands/command-state.ts';
import { formatId } from '../database/row-id.ts';
import type { CommandRow, MachineRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { commandTopic } from '../long-poll/topics.ts';
import { startClaimTimer } from '../secrets/claim.ts';

/** More than a machine runs until its next sync; the others follow then. */
const BATCH = 20;
/** A machine reads no response with more values than as many characters can have. */
const BATCH_CHARS_MAX = 1024 * 1024;

/**
 * Hands a machine its commands, oldest first: new ones, and those that were handed out before and
 * that the machine does not say it has, since that answer was lost on the way.
 *
 * @param isKnown whether the machine has a command already
 */
export async function claimCommands(
  transaction: WriteTransaction,
  machine: Pick<MachineRow, 'organisation' | 'id'>,
  isKnown: (command: CommandRow) => boolean,
): Promise<readonly QueuedCommand[]> {
  const unfinished = await unfinishedCommandsOf(transaction, machine);
  const claimed = batchOf(unfinished.filter((command) => !isKnown(command)));
  for (const command of claimed) {
    if (command.type === 'secret.generate') await startClaimTimer(transaction, command);
    const status = nextCommandStatus(command.status, 'deliver');
    if (status === undefined) continue;
    await updateCommand(transaction, command, { status, delivered_at: transaction.now });
    transaction.wake(commandTopic(command.id));
  }
  return claimed.map((command) => queued(command, transaction.now));
}

/** The first commands, at least one, as many as one response may hold. */
function batchOf(commands: readonly CommandRow[]): readonly CommandRow[] {
  let chars = 0;
  const end = commands.findIndex(({ args }, index) => {
    chars += args.length;
    return index === BATCH || (index > 0 && chars > BATCH_CHARS_MAX);
  });
  return end < 0 ? commands : commands.slice(0, end);
}

function queued(command: CommandRow, now: number): QueuedCommand {
  return {
    id: formatId('cmd', command.id),
    type: command.type as AnyCommand,
    args: parseJson(command.args) as QueuedCommand['args'],
    expires_in_seconds: Math.floor(Math.min(command.expires_at - now, COMMAND_TTL_MS) / 1000),
  };
}

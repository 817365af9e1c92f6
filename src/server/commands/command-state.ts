import { COMMAND_TTL_SECONDS } from '../../contract/limits.ts';
import type { CommandStatus } from '../../contract/record/command.ts';
import { isOver } from '../database/time-limit.ts';

/** How long a command waits for its machine and its result (specification, rule 2). */
export const COMMAND_TTL_MS = COMMAND_TTL_SECONDS * 1000;

export type CommandEvent = 'deliver' | 'succeed' | 'fail' | 'expire' | 'cancel';

/**
 * Every move of a command; an event without an entry changes nothing (specification, rule 2). What the
 * machine says of an expired command is still recorded: its late result, or that it did not begin it.
 */
const MOVES: Readonly<Record<CommandStatus, Partial<Record<CommandEvent, CommandStatus>>>> = {
  pending: { deliver: 'delivered', expire: 'expired', cancel: 'cancelled' },
  delivered: { succeed: 'succeeded', fail: 'failed', expire: 'expired', cancel: 'cancelled' },
  succeeded: {},
  failed: {},
  expired: { succeed: 'succeeded', fail: 'failed', expire: 'expired' },
  cancelled: {},
};

/** The status after an event; undefined where the event does not apply to a command in `status`. */
export function nextCommandStatus(
  status: CommandStatus,
  event: CommandEvent,
): CommandStatus | undefined {
  return MOVES[status][event];
}

export function isFinished(status: CommandStatus): boolean {
  return status !== 'pending' && status !== 'delivered';
}

/** Whether a command's time is over at `now`, or not known any more, and nothing has ended it yet. */
export function isDue(
  command: { readonly status: CommandStatus; readonly expires_at: number },
  now: number,
): boolean {
  return !isFinished(command.status) && isOver(command.expires_at, now, COMMAND_TTL_MS);
}

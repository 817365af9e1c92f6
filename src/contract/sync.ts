import type { AnyCommand } from './command-type.ts';
import type { CommandError } from './record/command.ts';
import type { JobReport } from './record/job.ts';
import type { MachineReport } from './record/machine.ts';

/**
 * The machines' pull, `POST /machine/v1/sync` with `Authorization: Bearer <machine token>`. It is
 * the reference server's own; the specification says only that machines pull (rule 1).
 *
 * Delivery is at least once: the server hands a command out again until the machine names it in
 * `holding` or in `results`, so the machine runs each command id once and repeats its results until
 * a sync has been answered.
 */
export const SYNC_PATH = '/machine/v1/sync';

export interface SyncRequest {
  /** The machine's clock, RFC 3339; shown as skew, never trusted. */
  readonly sent_at: string;
  /** How long the server may hold the answer for want of commands, 0 to 55 seconds. */
  readonly wait_seconds: number;
  /** Left out when nothing changed since the last answered sync. */
  readonly report?: MachineReport;
  /** Jobs that changed since the last answered sync. */
  readonly jobs: readonly JobReport[];
  /** Commands received and not finished yet. */
  readonly holding: readonly string[];
  readonly results: readonly CommandResult[];
  /** Events that still wait on the machine for a later sync. */
  readonly events_waiting: number;
}

export interface CommandResult {
  readonly command: string;
  /** When the machine's own policy refused it, the error's code is `denied_by_machine`. */
  readonly error: CommandError | null;
  readonly result: unknown;
}

export interface SyncResponse {
  readonly machine: string;
  readonly commands: readonly QueuedCommand[];
  /** When to sync again at the latest, in seconds; the server tells, so that it can slow a fleet. */
  readonly next_sync_seconds: number;
}

export interface QueuedCommand {
  readonly id: string;
  readonly type: AnyCommand;
  readonly args: Readonly<Record<string, unknown>>;
  /** Time left until the command expires, by the server's clock. */
  readonly expires_in_seconds: number;
}

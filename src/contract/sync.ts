import type { AnyCommand } from './command-type.ts';
import type { CommandError } from './record/command.ts';
import type { DeliveryReport, HostedDelivery } from './record/delivery.ts';
import type { JobReport, LiveOutput } from './record/job.ts';
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

/**
 * What one machine may send in syncs larger than `smallBytes`: so much at once, and so much in each
 * second from then on. Beyond it a sync is answered 429 with `Retry-After`, and sent again as it would be
 * then; smaller ones are counted apart, by `SMALL_SYNCS`.
 */
export const LARGE_SYNCS = {
  smallBytes: 64 * 1024,
  burstBytes: 8 * 1024 * 1024,
  bytesPerSecond: 1024 * 1024,
} as const;

/**
 * Of smaller syncs one machine may send as many bytes, where each counts as 4 KiB at least, and as a
 * sixteenth of the report that the server has of the machine.
 */
export const SMALL_SYNCS = { countedBytesMin: 4096, reportsOfOne: 16 } as const;

export interface SyncRequest {
  /** The machine's clock, RFC 3339; shown as skew, never trusted. */
  readonly sent_at: string;
  /** How long the server may hold the answer for want of commands, 0 to 55 seconds. */
  readonly wait_seconds: number;
  /** Left out when nothing changed since the last answered sync. */
  readonly report?: MachineReport;
  /** Jobs that changed since the last answered sync. */
  readonly jobs: readonly JobReport[];
  /** Webhooks decided on since the last answered sync. */
  readonly deliveries?: readonly DeliveryReport[];
  /** Ids of hosted deliveries that the machine has safely on disk. */
  readonly collected?: readonly string[];
  /** Live output of jobs that are watched, each the newest part as a whole. */
  readonly outputs?: readonly LiveOutput[];
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
  /** Hosted deliveries not collected yet, oldest first; handed out again until `collected` names them. */
  readonly hosted?: readonly HostedDelivery[];
  /** Whether the organisation keeps webhook bodies; where not, the machine leaves them out. */
  readonly store_payloads?: boolean;
  /** When to sync again at the latest, in seconds; the server says so, and can slow a fleet by it. */
  readonly next_sync_seconds: number;
}

export interface QueuedCommand {
  readonly id: string;
  readonly type: AnyCommand;
  readonly args: Readonly<Record<string, unknown>>;
  /** Time left until the command expires, by the server's clock. */
  readonly expires_in_seconds: number;
}

export const COMMAND_STATUSES = [
  'pending',
  'delivered',
  'succeeded',
  'failed',
  'expired',
  'cancelled',
] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];

/** Statuses of a command that is still on its way; every other one is final. */
export const UNFINISHED_COMMAND_STATUSES: readonly CommandStatus[] = ['pending', 'delivered'];

export interface CommandError {
  readonly code: string;
  readonly message: string;
}
